import type { Members } from '../network/use-interfaces.ts'
import { useMemo } from 'react'
import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { ListValue } from '../../../ui/format/list-value.tsx'
import { Missing } from '../../../ui/format/missing.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { InstanceStateBadge } from '../../../ui/state-badge.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useVpcPath } from '../use-vpc.ts'

type Row = {
  id: string
  instance: string
  state: Members['instances'][number]['runState'] | undefined
  interface: string
  subnet: string
  ips: readonly string[]
  externalIps: readonly string[]
}

const column = columnsOf<Row>()
const columnsIn = (project: string, vpc: string) => [
  column.accessor('instance', {
    header: 'Instance',
    cell: ({ getValue }) => (
      <NameLink
        to="/projects/$project/instances/$instance/networking"
        params={{ project, instance: getValue() }}
      >
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => {
      const state = getValue()
      return state ? <InstanceStateBadge state={state} /> : <Missing />
    },
  }),
  column.accessor('interface', { header: 'Interface' }),
  column.accessor('subnet', {
    header: 'Subnet',
    cell: ({ getValue }) => (
      <NameLink
        to="/projects/$project/vpcs/$vpc/subnets/$subnet/edit"
        params={{ project, vpc, subnet: getValue() }}
      >
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('ips', {
    header: 'Private IPs',
    cell: ({ getValue }) => <ListValue items={[...getValue()]} title="Other private IPs" />,
  }),
  column.accessor('externalIps', {
    header: 'External IPs',
    cell: ({ getValue }) => <ListValue items={[...getValue()]} title="Other external IPs" />,
  }),
]

/** The same as the map, as a table: every interface with its instance, subnet and addresses. */
export function MembersTable({ members: { subnets, interfaces, instances } }: { members: Members }) {
  const { project, vpc } = useVpcPath()
  const columns = useMemo(() => columnsIn(project, vpc), [project, vpc])
  const rows = useMemo(() => {
    const names = new Map(subnets.map(({ id, name }) => [id, name]))
    const byId = new Map(instances.map((instance) => [instance.id, instance]))
    return interfaces.map((one): Row => {
      const instance = byId.get(one.instance.id)
      return {
        id: one.id,
        instance: one.instance.name,
        state: instance?.runState,
        interface: one.name,
        subnet: names.get(one.subnetId) ?? '',
        ips: one.ips,
        externalIps: one.primary ? (instance?.externalIps ?? []) : [],
      }
    })
  }, [subnets, interfaces, instances])
  return (
    <DataTable
      label="Instances in the VPC"
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      empty={
        <EmptyState title="No instances" body="Instances with a network interface in this VPC appear here" />
      }
    />
  )
}
