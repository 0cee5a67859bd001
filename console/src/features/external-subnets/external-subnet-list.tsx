import type { ExternalSubnet } from './external-subnet.ts'
import { externalSubnetList } from '@granary/contract/generated/client.ts'
import { Outlet } from '@tanstack/react-router'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { pathTo } from '../../app/paths.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { useProject } from '../../app/route-params.ts'
import { InstanceCell } from '../../kinds/network/instance-cell.tsx'
import { tagBulk } from '../../kinds/tags/bulk-action.ts'
import { described } from '../../ui/table/description.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { EXTERNAL_SUBNET_DOCS } from './docs.ts'
import { ExternalSubnetActions } from './external-subnet-actions.tsx'
import { PoolName } from './pool-name.tsx'

const AttachExternalSubnet = lazyPart(() => import('./attach-external-subnet.tsx'))

const EDIT = '/projects/$project/external-subnets/$externalSubnet/edit'

const column = columnsOf<ExternalSubnet>()
const columnsIn = (project: string, onAttach: (subnet: ExternalSubnet) => void) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink to={EDIT} params={{ project, externalSubnet: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('description', described),
  column.accessor('subnet', {
    header: 'Subnet',
    meta: { sort: 'address' },
    cell: ({ getValue }) => <span className="font-mono text-xs">{getValue()}</span>,
  }),
  column.accessor('subnetPoolId', {
    header: 'Subnet pool',
    cell: ({ getValue }) => <PoolName id={getValue()} />,
  }),
  column.accessor('instanceId', {
    header: 'Instance',
    cell: ({ getValue }) => <InstanceCell project={project} id={getValue()} />,
  }),
  column.actions((subnet) => (
    <ExternalSubnetActions project={project} subnet={subnet} onAttach={() => onAttach(subnet)} />
  )),
]

const BULK = tagBulk<ExternalSubnet>('external subnet', 'external subnets')

/** Lists the external subnets of a project. */
export function ExternalSubnetList() {
  const project = useProject()
  const { page, filter } = useFilteredPage(externalSubnetList, { project })
  const [attaching, setAttaching] = useState<ExternalSubnet | null>(null)
  const columns = useMemo(() => columnsIn(project, setAttaching), [project])
  const createPath = pathTo('/projects/$project/external-subnets-new', { project })
  useQuickActions(
    'Actions',
    useMemo(() => [{ label: 'New external subnet', href: createPath }], [createPath]),
  )
  useGoTo(
    'Edit external subnet',
    externalSubnetList,
    { project },
    page.rows,
    useCallback((externalSubnet: string) => pathTo(EDIT, { project, externalSubnet }), [project]),
  )
  const create = (
    <CreateLink to="/projects/$project/external-subnets-new" params={{ project }}>
      New External Subnet
    </CreateLink>
  )
  return (
    <>
      <ListPage
        title="External Subnets"
        icon={<Grid2x2 />}
        actions={<DocsPopover {...EXTERNAL_SUBNET_DOCS} />}
        create={create}
        columns={columns}
        page={page}
        bulk={BULK}
        filter={filter}
        rowId={(subnet) => subnet.id}
        empty={
          <EmptyState
            drawing="network"
            title="No external subnets"
            purpose="An external subnet is a network that reaches an instance from outside."
            body="Create an external subnet to see it here"
            action={create}
          />
        }
      />
      <Suspense fallback={null}>
        {attaching && (
          <AttachExternalSubnet project={project} subnet={attaching} onClose={() => setAttaching(null)} />
        )}
      </Suspense>
      <Outlet />
    </>
  )
}
