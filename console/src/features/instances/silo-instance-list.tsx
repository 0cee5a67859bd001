import { siloInstanceCounts, siloInstanceList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import MonitorIcon from 'lucide-react/icons/monitor'
import { useMemo } from 'react'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'
import { optionalQuery } from '../../api/queries.ts'
import type { Bulk } from '../../app/bulk/bulk.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { changeList, usePage } from '../../app/kit/lists/use-page.ts'
import { refusalOf } from '../../app/permissions.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { BULK } from './bulk.ts'
import { instanceColumns } from './columns.tsx'
import { INSTANCE_DOCS } from './docs.ts'
import { NO_FILTERS, type SiloInstanceSearch } from './instance-search.ts'
import { ListFilters } from './list-filters.tsx'
import { ProjectFilter } from './project-filter.tsx'
import { MAX_PAGE, type SiloInstance, siloInput } from './silo-instances.ts'
import { useResize } from './use-resize.tsx'

const route = getRouteApi('/authenticated/silo/instances')

const Preview = lazyPart(() => import('./silo-instance-preview.tsx'))

const projectOf = ({ projectName }: SiloInstance): string => projectName

const projectColumn = columnsOf<SiloInstance>().accessor('projectName', {
  header: 'Project',
  cell: ({ getValue }) => (
    <Link
      to="/projects/$project/instances"
      params={{ project: getValue() }}
      className="block max-w-[max(7rem,9rem*var(--squeeze,1))] truncate hover:underline"
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
  const search = route.useSearch()
  const { name, state, image, os, project } = search
  const navigate = useNavigateHere()
  const counts = useQuery(optionalQuery(extensions, siloInstanceCounts, {})).data
  const resize = useResize(projectOf)
  const page = usePage(
    extensions.call(siloInstanceList),
    siloInput({ name, state, image, os, project }),
    true,
    MAX_PAGE,
  )
  const columns = useMemo(
    () => instanceColumns({ projectOf, onResize: resize.open, refusal, more: [projectColumn] }),
    [resize.open],
  )
  const filterBy = (next: SiloInstanceSearch) => changeList(navigate, next, { replace: true })
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
          onChange: (value) => filterBy({ name: value || undefined }),
          fields: 'siloInstanceList',
          isActive: Boolean(state ?? image ?? os ?? project),
          onClear: () => filterBy({ ...NO_FILTERS, project: undefined }),
        }}
        filters={
          <>
            <ListFilters
              extensions={extensions}
              search={search}
              onChange={filterBy}
              totals={counts?.instanceStates}
            />
            <ProjectFilter chosen={project} onChange={(next) => filterBy({ project: next })} />
          </>
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
