import { siloInstanceCounts, siloInstanceList } from '@granary/contract/generated/client.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import MonitorIcon from 'lucide-react/icons/monitor'
import { useMemo } from 'react'
import { optionalQuery } from '../../api/queries.ts'
import type { Bulk } from '../../app/bulk/bulk.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { ListPage } from '../../app/kit/list-page.tsx'
import { StateFilter } from '../../app/kit/state-filter.tsx'
import { changeList, usePage } from '../../app/kit/use-page.ts'
import { refusalOf } from '../../app/permissions.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { BULK } from './bulk.ts'
import { instanceColumns } from './columns.tsx'
import { INSTANCE_DOCS } from './docs.ts'
import { MAX_PAGE, type SiloInstance, siloInput } from './silo-instances.ts'
import { useResize } from './use-resize.tsx'

const route = getRouteApi('/authenticated/silo/instances')

const Preview = lazyPart(() => import('./silo-instance-preview.tsx'))

const projectOf = ({ projectName }: SiloInstance): string => projectName

const project = columnsOf<SiloInstance>().accessor('projectName', {
  header: 'Project',
  cell: ({ getValue }) => (
    <Link
      to="/projects/$project/instances"
      params={{ project: getValue() }}
      className="block max-w-44 truncate hover:underline"
    >
      {getValue()}
    </Link>
  ),
})

/** Users may have another role in each project. */
const refusal = ({ myRole }: SiloInstance): string | null => refusalOf(myRole, 'modify_contents')

const SILO_BULK: Bulk<SiloInstance> = {
  ...BULK,
  actions: BULK.actions.map((action) => ({
    ...action,
    reason: (instance) => refusal(instance) ?? action.reason(instance),
  })),
}

/** Lists the instances of all projects that the user can see. */
export function SiloInstanceList() {
  const extensions = usePageExtensions()
  const { name, state } = route.useSearch()
  const navigate = useNavigate()
  const counts = useQuery(optionalQuery(extensions, siloInstanceCounts, {})).data
  const resize = useResize(projectOf)
  const page = usePage(extensions.call(siloInstanceList), siloInput({ name, state }), true, MAX_PAGE)
  const columns = useMemo(
    () => instanceColumns({ projectOf, onResize: resize.open, refusal, more: [project] }),
    [resize.open],
  )
  const search = (next: { name?: string | undefined; state?: typeof state }) =>
    changeList(navigate, { name: next.name || undefined, state: next.state }, { replace: true })
  return (
    <>
      <ListPage
        title="All instances"
        icon={<MonitorIcon />}
        actions={<DocsPopover {...INSTANCE_DOCS} />}
        columns={columns}
        page={page}
        rowId={(instance) => instance.id}
        bulk={SILO_BULK}
        preview={Preview}
        filter={{
          value: name ?? '',
          onChange: (value) => search({ name: value, state }),
          isActive: Boolean(state),
          onClear: () => search({}),
        }}
        filters={
          <StateFilter
            states={instanceStates}
            chosen={state}
            totals={counts?.instanceStates}
            onChange={(next) => search({ name, state: next })}
          />
        }
        empty={
          <EmptyState
            drawing="instance"
            title="No instances"
            purpose="The instances of all your projects are listed here."
            body="Create one in a project to see it here"
            action={
              <Link to="/projects" className={buttonStyle()}>
                View projects
              </Link>
            }
          />
        }
      />
      {resize.dialog(page.rows)}
    </>
  )
}
