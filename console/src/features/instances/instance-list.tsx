import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'
import { useExtensions } from '../../api/extensions.ts'
import { instanceList } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import MonitorIcon from 'lucide-react/icons/monitor'
import { type ReactNode, useCallback, useMemo } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { changeList, usePage } from '../../app/kit/lists/use-page.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { useProjectCounts } from '../../app/use-project-counts.ts'
import { useProject } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { WithLoads } from '../../kinds/metrics/use-loads.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { BULK } from './bulk.ts'
import { instanceColumns } from './columns.tsx'
import { INSTANCE_DOCS } from './docs.ts'
import { instanceFilters, type InstanceSearch, NO_FILTERS } from './instance-search.ts'
import { ListFilters } from './list-filters.tsx'
import { useResize } from './use-resize.tsx'

const route = getRouteApi('/authenticated/projects/$project/instances')

const InstancePreview = lazyPart(() => import('./instance-preview.tsx'))

/** Lists the instances of a project. */
export function InstanceList() {
  const project = useProject()
  const extensions = useExtensions()
  const search = route.useSearch()
  const { name, state, image, os } = search
  const navigate = useNavigateHere()
  const counts = useProjectCounts(project)
  const resize = useResize(() => project)
  const page = usePage(
    instanceList,
    { query: { project, ...instanceFilters({ name, state, image, os }) } },
    true,
  )
  const columns = useMemo(
    () => instanceColumns({ projectOf: () => project, onResize: resize.open }),
    [project, resize.open],
  )
  const filterBy = (next: InstanceSearch) => changeList(navigate, next, { replace: true })

  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'New instance', href: pathTo('/projects/$project/instances-new', { project }) }],
      [project],
    ),
  )
  useGoTo(
    'Go to instance',
    instanceList,
    { project },
    page.rows,
    useCallback(
      (instance) => pathTo('/projects/$project/instances/$instance/storage', { project, instance }),
      [project],
    ),
  )
  return (
    <WithLoads project={project} rows={page.rows}>
      <ListPage
        title="Instances"
        icon={<MonitorIcon />}
        actions={<DocsPopover {...INSTANCE_DOCS} />}
        create={<CreateInstance project={project}>New Instance</CreateInstance>}
        columns={columns}
        page={page}
        rowId={(instance) => instance.id}
        bulk={BULK}
        preview={InstancePreview}
        filter={
          extensions
            ? {
                value: name ?? '',
                onChange: (value) => filterBy({ name: value || undefined }),
                fields: 'instanceList' as const,
                isActive: Boolean(state ?? image ?? os),
                onClear: () => filterBy(NO_FILTERS),
              }
            : undefined
        }
        filters={
          extensions && (
            <ListFilters
              extensions={extensions}
              project={project}
              search={search}
              onChange={filterBy}
              totals={counts?.instanceStates}
            />
          )
        }
        empty={<NoInstances project={project} />}
      />
      {resize.dialog(page.rows)}
    </WithLoads>
  )
}

const CreateInstance = ({ project, children }: { project: string; children: ReactNode }) => (
  <CreateLink to="/projects/$project/instances-new" params={{ project }}>
    {children}
  </CreateLink>
)

const NoInstances = ({ project }: { project: string }) => (
  <EmptyState
    drawing="instance"
    title="No instances"
    purpose="An instance is a virtual machine with its own disks and addresses."
    body="Create an instance to see it here"
    action={<CreateInstance project={project}>New instance</CreateInstance>}
  />
)
