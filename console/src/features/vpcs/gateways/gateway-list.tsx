import { internetGatewayList } from '@granary/contract/generated/client.ts'
import { Link, Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CreateLink } from '../../../app/kit/lists/create-link.tsx'
import { ListSection } from '../../../app/kit/lists/list-section.tsx'
import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { Unread } from '../../../app/kit/pages/unread.tsx'
import { useFilteredPage } from '../../../app/kit/lists/use-filtered-page.ts'
import { pathTo } from '../../../app/paths.ts'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { PoolCell } from '../../../kinds/network/pool-cell.tsx'
import { tagBulk } from '../../../kinds/tags/bulk-action.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { described } from '../../../ui/table/description.tsx'
import { Missing } from '../../../ui/format/missing.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { HeaderWithTip } from '../../../app/kit/lists/header-with-tip.tsx'
import { useVpc, useVpcPath, type VpcPath } from '../use-vpc.ts'
import { useDeleteGateway } from './use-delete-gateway.tsx'
import { type Gateway, useAttachments, useRoutesTo } from './use-gateway.ts'

const PANEL = '/projects/$project/vpcs/$vpc/internet-gateways/$gateway'

const column = columnsOf<Gateway>()
const columnsIn = (path: VpcPath) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink to={PANEL} params={{ ...path, gateway: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('description', described),
  column.display({
    id: 'pool',
    header: 'Attached IP Pool',
    cell: ({ row }) => <AttachedPool gateway={row.original} />,
  }),
  column.display({
    id: 'address',
    header: () => (
      <HeaderWithTip text="Attached IP Address">
        If the gateway has no IP address attached, it uses one from the attached IP pool.
      </HeaderWithTip>
    ),
    cell: ({ row }) => <AttachedAddress gateway={row.original} />,
  }),
  column.display({
    id: 'routes',
    header: 'Routes',
    meta: { align: 'end' },
    cell: ({ row }) => <RouteCount path={path} gateway={row.original} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((gateway) => <GatewayActions gateway={gateway} />),
]

const BULK = tagBulk<Gateway>('internet gateway', 'internet gateways')

/** Lists the internet gateways of a VPC. */
export function GatewayList() {
  const vpc = useVpc()
  const { project } = useVpcPath()
  const path = useMemo(() => ({ project, vpc: vpc.name }), [project, vpc.name])
  const { page, filter } = useFilteredPage(internetGatewayList, { vpc: vpc.id })
  const columns = useMemo(() => columnsIn(path), [path])
  useQuickActions(
    'Actions',
    useMemo(
      () => [
        {
          label: 'New internet gateway',
          href: pathTo('/projects/$project/vpcs/$vpc/internet-gateways-new', path),
        },
      ],
      [path],
    ),
  )
  const create = (
    <CreateLink to="/projects/$project/vpcs/$vpc/internet-gateways-new" params={path}>
      New internet gateway
    </CreateLink>
  )
  return (
    <>
      <ListSection
        title="Internet gateways"
        create={create}
        columns={columns}
        page={page}
        bulk={BULK}
        filter={filter}
        rowId={(gateway) => gateway.id}
        empty={
          <EmptyState
            title="No internet gateways"
            purpose="Traffic to the internet leaves a VPC through a gateway."
            body="Create an internet gateway to see it here"
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

const Loading = () => <span className="skeleton inline-block h-3 w-16" />

function AttachedPool({ gateway }: { gateway: Gateway }) {
  const { data: pools, error } = useAttachments(gateway.id).pools
  const [first] = pools ?? []
  if (first) return <PoolCell poolId={first.ipPoolId} />
  if (pools) return <Missing />
  return error ? <Unread error={error} /> : <Loading />
}

function AttachedAddress({ gateway }: { gateway: Gateway }) {
  const { data: addresses, error } = useAttachments(gateway.id).addresses
  const [first] = addresses ?? []
  if (addresses && !first) return <Missing />
  if (!first) return error ? <Unread error={error} /> : <Loading />
  return (
    <span className="inline-flex items-center gap-1.5 font-mono text-xs">
      {first.address} <CopyButton text={first.address} className="relative z-1 size-6" />
    </span>
  )
}

/** Counts the routes that lead to a gateway, and links to them. */
export function RouteCount({ path, gateway }: { path: VpcPath; gateway: Gateway }) {
  const { routes, error } = useRoutesTo(gateway)
  if (!routes) return error ? <Unread error={error} /> : <Loading />
  if (routes.length === 0) return <Missing />
  return (
    <Link
      to={PANEL}
      params={{ ...path, gateway: gateway.name }}
      className="relative z-1 tabular-nums hover:underline"
    >
      {routes.length}
    </Link>
  )
}

function GatewayActions({ gateway }: { gateway: Gateway }) {
  const remove = useDeleteGateway()
  return <ActionsMenu id={gateway.id} entries={[remove(gateway)]} />
}
