import { useExtensions } from '../../api/extensions.ts'
import { ignorable } from '@granary/contract/call.ts'
import { instanceList } from '@granary/contract/generated/client.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import MonitorIcon from 'lucide-react/icons/monitor'
import { useCallback, useMemo } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { CreateLink } from '../../app/kit/create-link.tsx'
import { ListPage } from '../../app/kit/list-page.tsx'
import { StateFilter } from '../../app/kit/state-filter.tsx'
import { changeList, usePage } from '../../app/kit/use-page.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { useProjectCounts } from '../../app/use-project-counts.ts'
import { useProject } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { BULK } from './bulk.ts'
import { instanceColumns } from './columns.tsx'
import { INSTANCE_DOCS } from './docs.ts'
import { useResize } from './use-resize.tsx'

const route = getRouteApi('/authenticated/projects/$project/instances')

const InstancePreview = lazyPart(() => import('./instance-preview.tsx'))

/** Lists the instances of a project. */
export function InstanceList() {
  const project = useProject()
  const extensions = useExtensions()
  const { name, state } = route.useSearch()
  const navigate = useNavigate()
  const counts = useProjectCounts(project)
  const resize = useResize(() => project)
  const page = usePage(
    instanceList,
    { query: { project, nameContains: ignorable(name), runState: ignorable(state) } },
    true,
  )
  const columns = useMemo(
    () => instanceColumns({ projectOf: () => project, onResize: resize.open }),
    [project, resize.open],
  )
  const search = (next: { name?: string | undefined; state?: typeof state }) =>
    changeList(
      navigate,
      { name: next.name || undefined, state: next.state?.length ? next.state : undefined },
      { replace: true },
    )

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
  const create = (
    <CreateLink to="/projects/$project/instances-new" preload="intent" params={{ project }}>
      New Instance
    </CreateLink>
  )
  return (
    <>
      <ListPage
        title="Instances"
        icon={<MonitorIcon />}
        actions={<DocsPopover {...INSTANCE_DOCS} />}
        create={create}
        columns={columns}
        page={page}
        rowId={(instance) => instance.id}
        bulk={BULK}
        preview={InstancePreview}
        filter={
          extensions
            ? {
                value: name ?? '',
                onChange: (value) => search({ name: value, state }),
                isActive: Boolean(state),
                onClear: () => search({}),
              }
            : undefined
        }
        filters={
          extensions && (
            <StateFilter
              states={instanceStates}
              chosen={state}
              totals={counts?.instanceStates}
              onChange={(next) => search({ name, state: next })}
            />
          )
        }
        empty={
          <EmptyState
            drawing="instance"
            title="No instances"
            purpose="An instance is a virtual machine with its own disks and addresses."
            body="Create an instance to see it here"
            action={
              <CreateLink to="/projects/$project/instances-new" preload="intent" params={{ project }}>
                New instance
              </CreateLink>
            }
          />
        }
      />
      {resize.dialog(page.rows)}
    </>
  )
}
