import type { FloatingIp } from './floating-ip.ts'
import { floatingIpList } from '@granary/contract/generated/client.ts'
import { Outlet } from '@tanstack/react-router'
import MapPin from 'lucide-react/icons/map-pin'
import { Suspense, useCallback, useMemo, useState } from 'react'
import type { Bulk } from '../../app/bulk/bulk.ts'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { pathTo } from '../../app/paths.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { useProject } from '../../app/route-params.ts'
import { PoolCell } from '../../kinds/network/pool-cell.tsx'
import { TAG_ACTION } from '../../kinds/tags/bulk-action.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { described } from '../../ui/table/description.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { FLOATING_IP_DOCS } from './docs.ts'
import { FloatingIpActions } from './floating-ip-actions.tsx'
import { InstanceCell } from '../../kinds/network/instance-cell.tsx'

const AttachFloatingIp = lazyPart(() => import('./attach-floating-ip.tsx'))

const EDIT = '/projects/$project/floating-ips/$floatingIp/edit'

const column = columnsOf<FloatingIp>()
const columnsIn = (project: string, onAttach: (floatingIp: FloatingIp) => void) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink to={EDIT} params={{ project, floatingIp: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('description', described),
  column.accessor('ip', {
    header: 'IP address',
    meta: { sort: 'address' },
    cell: ({ getValue }) => (
      <span className="inline-flex items-center gap-1.5 font-mono text-xs">
        {getValue()} <CopyButton text={getValue()} className="relative z-1 size-6" />
      </span>
    ),
  }),
  column.accessor('ipPoolId', {
    header: 'IP pool',
    cell: ({ getValue }) => <PoolCell poolId={getValue()} />,
  }),
  column.accessor('instanceId', {
    header: 'Instance',
    cell: ({ getValue }) => <InstanceCell project={project} id={getValue()} />,
  }),
  column.actions((floatingIp) => (
    <FloatingIpActions project={project} floatingIp={floatingIp} onAttach={() => onAttach(floatingIp)} />
  )),
]

const BULK: Bulk<FloatingIp> = {
  thing: ['floating IP', 'floating IPs'],
  nameOf: ({ name }) => name,
  actions: [
    TAG_ACTION,
    {
      label: 'Detach',
      operation: 'floating_ip_detach',
      note: 'Their instances are no longer reachable at these addresses.',
      reason: ({ instanceId }) => (instanceId === null ? 'The floating IP is not attached' : null),
    },
    {
      label: 'Delete',
      operation: 'floating_ip_delete',
      danger: true,
      note: 'The addresses return to their pools.',
      reason: ({ instanceId }) =>
        instanceId === null ? null : 'A floating IP must be detached from its instance first',
    },
  ],
}

/** Lists the floating IPs of a project. */
export function FloatingIpList() {
  const project = useProject()
  const { page, filter } = useFilteredPage(floatingIpList, { project })
  const [attaching, setAttaching] = useState<FloatingIp | null>(null)
  const columns = useMemo(() => columnsIn(project, setAttaching), [project])
  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'New floating IP', href: pathTo('/projects/$project/floating-ips-new', { project }) }],
      [project],
    ),
  )
  useGoTo(
    'Edit floating IP',
    floatingIpList,
    { project },
    page.rows,
    useCallback((floatingIp: string) => pathTo(EDIT, { project, floatingIp }), [project]),
  )
  const create = (
    <CreateLink to="/projects/$project/floating-ips-new" params={{ project }}>
      New Floating IP
    </CreateLink>
  )
  return (
    <>
      <ListPage
        title="Floating IPs"
        icon={<MapPin />}
        actions={<DocsPopover {...FLOATING_IP_DOCS} />}
        create={create}
        columns={columns}
        page={page}
        bulk={BULK}
        rowId={(floatingIp) => floatingIp.id}
        filter={filter}
        empty={
          <EmptyState
            drawing="network"
            title="No floating IPs"
            purpose="A floating IP is an external address that can move between instances."
            body="Create a floating IP to see it here"
            action={create}
          />
        }
      />
      <Suspense fallback={null}>
        {attaching && (
          <AttachFloatingIp project={project} floatingIp={attaching} onClose={() => setAttaching(null)} />
        )}
      </Suspense>
      <Outlet />
    </>
  )
}
