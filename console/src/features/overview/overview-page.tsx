import { projectCounts, projectOverview, projectView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import FolderOpen from 'lucide-react/icons/folder-open'
import { useMemo } from 'react'
import { apiQuery, optionalQuery } from '../../api/queries.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { pathTo } from '../../app/paths.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useProject } from '../../app/route-params.ts'
import { useView } from '../../api/use-view.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Busiest } from './busiest.tsx'
import { InstanceStates } from './instance-states.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { ProjectQuota } from './project-quota.tsx'
import { RecentChanges } from './recent-changes.tsx'

/** The state of a project at a glance: its instances, what failed, its share of the quotas, and the last changes. */
export function OverviewPage() {
  const name = useProject()
  const extensions = usePageExtensions()
  const path = { project: name }
  const project = useView(apiQuery(projectView, { path }))
  const overview = useQuery(optionalQuery(extensions, projectOverview, { path }))
  const counts = useQuery(optionalQuery(extensions, projectCounts, { path }))
  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'New instance', href: pathTo('/projects/$project/instances-new', { project: name }) }],
      [name],
    ),
  )
  const failed = [overview, counts].find(({ data, error }) => error && !data)
  return (
    <>
      <PageHeader
        title={project.name}
        icon={<FolderOpen />}
        actions={
          <CreateLink to="/projects/$project/instances-new" params={path}>
            New instance
          </CreateLink>
        }
      >
        {project.description && (
          <p className="mt-0.5 line-clamp-2 max-w-prose text-sm wrap-anywhere text-text-muted">
            {project.description}
          </p>
        )}
      </PageHeader>
      {failed ? (
        <Failed what="The overview" error={failed.error!} onRetry={() => void failed.refetch()} />
      ) : (
        <div className="flex flex-col gap-5">
          <InstanceStates project={name} counts={counts.data} />
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="flex min-w-0 flex-col gap-5">
              <NeedsAttention project={name} failing={overview.data?.failing} counts={counts.data} />
              <RecentChanges project={name} recent={overview.data?.recent} />
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <ProjectQuota usage={overview.data?.usage} />
              <Busiest project={name} />
            </div>
          </div>
        </div>
      )}
    </>
  )
}
