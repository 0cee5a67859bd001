import type { ItemOf } from '@granary/contract/call.ts'
import { vpcFirewallRulesView, vpcList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import Network from 'lucide-react/icons/network'
import { useCallback, useMemo } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { pathTo } from '../../app/paths.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { useProject } from '../../app/route-params.ts'
import { tagBulk } from '../../kinds/tags/bulk-action.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { described } from '../../ui/table/description.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { VPC_DOCS } from './docs.ts'
import { useVpcEntries } from './vpc-entries.tsx'

type Row = ItemOf<'vpcList'>

const column = columnsOf<Row>()
const columnsIn = (project: string) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink to="/projects/$project/vpcs/$vpc/firewall-rules" params={{ project, vpc: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('dnsName', { header: 'DNS name' }),
  column.accessor('description', described),
  column.display({
    id: 'rules',
    header: 'Firewall Rules',
    meta: { align: 'end' },
    cell: ({ row }) => <RuleCount project={project} vpc={row.original} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((vpc) => <VpcActions project={project} vpc={vpc} />),
]

const BULK = tagBulk<Row>('VPC', 'VPCs')

/** Lists the VPCs of a project. */
export function VpcList() {
  const project = useProject()
  const { page, filter } = useFilteredPage(vpcList, { project })
  const columns = useMemo(() => columnsIn(project), [project])
  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'New VPC', href: pathTo('/projects/$project/vpcs-new', { project }) }],
      [project],
    ),
  )
  useGoTo(
    'Go to VPC',
    vpcList,
    { project },
    page.rows,
    useCallback(
      (vpc: string) => pathTo('/projects/$project/vpcs/$vpc/firewall-rules', { project, vpc }),
      [project],
    ),
  )
  const create = (
    <CreateLink to="/projects/$project/vpcs-new" params={{ project }}>
      New VPC
    </CreateLink>
  )
  return (
    <>
      <ListPage
        title="VPCs"
        icon={<Network />}
        actions={<DocsPopover {...VPC_DOCS} />}
        create={create}
        columns={columns}
        page={page}
        bulk={BULK}
        rowId={(vpc) => vpc.id}
        filter={filter}
        empty={
          <EmptyState
            drawing="network"
            title="No VPCs"
            purpose="A VPC is a private network for the instances of a project."
            body="Create a VPC to see it here"
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

/** Counts the firewall rules of a VPC, and links to them. */
export function RuleCount({ project, vpc }: { project: string; vpc: Pick<Row, 'id' | 'name'> }) {
  const { data, error } = useQuery({
    ...apiQuery(vpcFirewallRulesView, { query: { vpc: vpc.id } }),
    throwOnError: false,
  })
  if (error && !data) return <Unread error={error} />
  if (!data) return <span className="skeleton inline-block h-3 w-6" />
  return (
    <Link
      to="/projects/$project/vpcs/$vpc/firewall-rules"
      params={{ project, vpc: vpc.name }}
      className="relative z-1 tabular-nums hover:underline"
    >
      {data.rules.length}
    </Link>
  )
}

function VpcActions({ project, vpc }: { project: string; vpc: Row }) {
  return <ActionsMenu id={vpc.id} entries={useVpcEntries(project)(vpc)} />
}
