import type { FirewallTarget } from '@granary/domain/firewall.ts'
import { targetsOf } from '@granary/domain/firewall-targets.ts'
import { PROTOCOLS, ruleSentence } from '@granary/domain/firewall-words.ts'
import type { ReactNode } from 'react'
import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { Badge, StateBadge } from '../../../ui/badge.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { ListValue } from '../../../ui/format/list-value.tsx'
import { TruncatedText } from '../../../ui/format/truncated-text.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import type { VpcPath } from '../use-vpc.ts'
import { RuleActions } from './rule-actions.tsx'
import { NeverHint } from './rule-effect.tsx'
import type { Protocol } from './rule-values.ts'
import type { Rule } from './rules.ts'

/** A type and its value: `subnet web`. */
const Pair = ({ type, value }: { type: string; value: string }) => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap">
    <Badge color="neutral">{type}</Badge> {value}
  </span>
)

const hostPair = ({ type, value }: FirewallTarget) => (
  <Pair key={`${type} ${value}`} type={type} value={value} />
)

function protocolPair(protocol: Protocol): ReactNode {
  const name = PROTOCOLS[protocol.type]
  const value = protocol.type === 'icmp' || protocol.type === 'icmp6' ? protocol.value : null
  if (!value) return <Badge color="neutral">{name}</Badge>
  const code = value.code == null ? '' : ` code ${value.code}`
  return <Pair type={name} value={`type ${value.icmpType}${code}`} />
}

const filtersOf = ({ hosts, protocols, ports }: Rule['filters']): ReactNode[] => [
  ...(hosts ?? []).map(hostPair),
  ...(protocols ?? []).map(protocolPair),
  ...(ports ?? []).map((range) => <Pair key={range} type="Port" value={range} />),
]

/** Up to two items, or the first one and the number of the others. */
function Items({ items, title }: { items: ReactNode[]; title: string }) {
  const [first, second] = items
  if (items.length !== 2) return <ListValue items={items} title={title} />
  return (
    <span className="inline-flex items-center gap-2">
      {first}
      {second}
    </span>
  )
}

const column = columnsOf<Rule>()

/** Returns the columns of the firewall rules of a VPC. */
export const ruleColumns = (path: VpcPath, vpcId: string) => [
  column.accessor('name', {
    header: 'Name',
    cell: ({ getValue }) => (
      <NameLink
        to="/projects/$project/vpcs/$vpc/firewall-rules/$rule/edit"
        params={{ ...path, rule: getValue() }}
      >
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('priority', {
    header: 'Priority',
    meta: { align: 'end' },
    cell: ({ getValue }) => <span className="tabular-nums">{getValue()}</span>,
  }),
  column.accessor('action', {
    header: 'Action',
    cell: ({ getValue }) => (getValue() === 'allow' ? 'Allow' : 'Deny'),
  }),
  column.accessor('direction', {
    header: 'Direction',
    cell: ({ getValue }) => (getValue() === 'inbound' ? 'Inbound' : 'Outbound'),
  }),
  column.accessor('targets', {
    header: 'Targets',
    meta: { givesWay: 'second' },
    cell: ({ row }) => <Items items={targetsOf(row.original).map(hostPair)} title="Other targets" />,
  }),
  column.accessor('filters', {
    header: 'Filters',
    meta: { givesWay: 'second' },
    cell: ({ getValue }) => <Items items={filtersOf(getValue())} title="Other filters" />,
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ getValue, row }) => (
      <span className="inline-flex items-center gap-2">
        {getValue() === 'enabled' ? (
          <StateBadge color="positive">Enabled</StateBadge>
        ) : (
          <StateBadge color="notice">Disabled</StateBadge>
        )}
        <NeverHint ruleId={row.original.id} />
      </span>
    ),
  }),
  column.display({
    id: 'words',
    header: 'In words',
    // The sentence of a rule needs less room than its columns.
    meta: { givesWay: 'first', kind: 'fills' },
    cell: ({ row }) => <TruncatedText text={ruleSentence(row.original)} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    meta: { givesWay: 'second' },
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((rule) => <RuleActions path={path} vpcId={vpcId} rule={rule} />),
]
