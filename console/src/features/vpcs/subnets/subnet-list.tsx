import type { ItemOf } from '@granary/contract/call.ts'
import { vpcRouterView, vpcSubnetDelete, vpcSubnetList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOperation } from '../../../api/operate.ts'
import { isFinal } from '../../../api/errors.ts'
import { apiQuery } from '../../../api/queries.ts'
import { CreateLink } from '../../../app/kit/lists/create-link.tsx'
import { ListSection } from '../../../app/kit/lists/list-section.tsx'
import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { Unread } from '../../../app/kit/pages/unread.tsx'
import { useFilteredPage } from '../../../app/kit/lists/use-filtered-page.ts'
import { pathTo } from '../../../app/paths.ts'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { tagBulk } from '../../../kinds/tags/bulk-action.ts'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { described } from '../../../ui/table/description.tsx'
import { Missing } from '../../../ui/format/missing.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { useVpc, useVpcPath, type VpcPath } from '../use-vpc.ts'

type Row = ItemOf<'vpcSubnetList'>

const EDIT = '/projects/$project/vpcs/$vpc/subnets/$subnet/edit'

const column = columnsOf<Row>()
const columnsIn = (path: VpcPath) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink to={EDIT} params={{ ...path, subnet: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('description', described),
  column.display({
    id: 'blocks',
    header: 'IP Block',
    cell: ({ row }) => (
      <span className="flex flex-col py-1 font-mono text-xs">
        <span>{row.original.ipv4Block}</span>
        <span>{row.original.ipv6Block}</span>
      </span>
    ),
  }),
  column.accessor('customRouterId', {
    header: 'Custom Router',
    cell: ({ getValue }) => <CustomRouter path={path} id={getValue()} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((subnet) => <SubnetActions path={path} subnet={subnet} />),
]

const BULK = tagBulk<Row>('VPC subnet', 'VPC subnets')

/** Lists the subnets of a VPC. */
export function SubnetList() {
  const vpc = useVpc()
  const { project } = useVpcPath()
  const path = useMemo(() => ({ project, vpc: vpc.name }), [project, vpc.name])
  const { page, filter } = useFilteredPage(vpcSubnetList, { vpc: vpc.id })
  const columns = useMemo(() => columnsIn(path), [path])
  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'New VPC subnet', href: pathTo('/projects/$project/vpcs/$vpc/subnets-new', path) }],
      [path],
    ),
  )
  useQuickActions(
    'Edit VPC subnet',
    useMemo(
      () =>
        (page.rows ?? []).map(({ name }) => ({ label: name, href: pathTo(EDIT, { ...path, subnet: name }) })),
      [page.rows, path],
    ),
  )
  const create = (
    <CreateLink to="/projects/$project/vpcs/$vpc/subnets-new" params={path}>
      New VPC subnet
    </CreateLink>
  )
  return (
    <>
      <ListSection
        title="VPC subnets"
        create={create}
        columns={columns}
        page={page}
        bulk={BULK}
        filter={filter}
        rowId={(subnet) => subnet.id}
        empty={
          <EmptyState
            title="No VPC subnets"
            purpose="Instances get their private addresses from a subnet."
            body="Create a VPC subnet to see it here"
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

/** Links to the custom router of a subnet. Shows a badge if the router is deleted. */
export function CustomRouter({ path, id }: { path: VpcPath; id: string | null }) {
  const { data: router, error } = useQuery({
    ...apiQuery(vpcRouterView, { path: { router: id ?? '' } }),
    enabled: id !== null,
    throwOnError: false,
  })
  if (id === null) return <Missing />
  if (router)
    return (
      <NameLink to="/projects/$project/vpcs/$vpc/routers/$router" params={{ ...path, router: router.name }}>
        {router.name}
      </NameLink>
    )
  if (!error) return <span className="skeleton inline-block h-3 w-16" />
  return isFinal(error) ? <Badge color="neutral">Deleted</Badge> : <Unread error={error} />
}

function SubnetActions({ path, subnet }: { path: VpcPath; subnet: Row }) {
  const deleteSubnet = useOperation(vpcSubnetDelete, { waits: true })
  const remove = async () => {
    await deleteSubnet({ path: { subnet: subnet.id } })
    addToast({ content: 'VPC subnet deleted' })
  }
  return (
    <ActionsMenu
      id={subnet.id}
      entries={[
        { label: 'Edit', href: pathTo(EDIT, { ...path, subnet: subnet.name }) },
        {
          label: 'Delete',
          danger: true,
          onAction: () =>
            void confirmDelete(
              'VPC subnet',
              subnet.name,
              remove,
              'You can only delete a subnet that no network interface is in.',
            ),
        },
      ]}
    />
  )
}
