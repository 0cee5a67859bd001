import { ruleSentence } from '@granary/domain/firewall-words.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Failed } from '../../../app/kit/pages/failed.tsx'
import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { StateBadge } from '../../../ui/badge.tsx'
import { buttonStyle } from '../../../ui/button.tsx'
import { TruncatedText } from '../../../ui/format/truncated-text.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { useNetworking } from './use-networking.ts'
import { type Rule, useRules } from './use-rules.ts'

const column = columnsOf<Rule>()
const columnsIn = (project: string, vpc: string) => [
  column.accessor('name', {
    header: 'Name',
    cell: ({ getValue }) => (
      <NameLink
        to="/projects/$project/vpcs/$vpc/firewall-rules/$rule/edit"
        params={{ project, vpc, rule: getValue() }}
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
  column.display({
    id: 'words',
    header: 'In words',
    cell: ({ row }) => <TruncatedText text={ruleSentence(row.original)} maxWidth="36rem" />,
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ getValue }) =>
      getValue() === 'enabled' ? (
        <StateBadge color="positive">Enabled</StateBadge>
      ) : (
        <StateBadge color="notice">Disabled</StateBadge>
      ),
  }),
]

/** Lists the firewall rules that have the instance among their targets, in the order in which they decide. */
export function RulesCard() {
  const { nics } = useNetworking()
  const [nic] = nics
  return nic ? <RulesOf vpcId={nic.vpcId} /> : <NoRules />
}

const NoRules = () => (
  <Card
    title="Firewall rules"
    description="No rules apply, because the instance has no network interface. It sends and receives nothing."
  />
)

/** All interfaces of an instance are in one VPC. */
function RulesOf({ vpcId }: { vpcId: string }) {
  const instance = useInstance()
  const { project } = useInstancePath()
  const { nics } = useNetworking()
  const { name, rows, failed, retry } = useRules(vpcId, instance, nics)
  const columns = useMemo(() => columnsIn(project, name ?? ''), [project, name])
  return (
    <Card
      title="Firewall rules"
      actions={
        name && (
          <Link
            to="/projects/$project/vpcs/$vpc/connectivity"
            params={{ project, vpc: name }}
            search={{ to: `instance/${instance.name}` }}
            className={buttonStyle('secondary', 'sm')}
          >
            Check connectivity
          </Link>
        )
      }
      description={
        name && (
          <>
            Rules of VPC{' '}
            <Link
              to="/projects/$project/vpcs/$vpc/firewall-rules"
              params={{ project, vpc: name }}
              className="text-accent underline"
            >
              {name}
            </Link>{' '}
            that apply to this instance. The matching rule with the lowest priority number decides.
          </>
        )
      }
    >
      <DataTable
        label="Firewall rules"
        columns={columns}
        rows={rows}
        rowId={(rule) => rule.id}
        error={!rows && failed && <Failed what="Firewall rules" error={failed} onRetry={retry} />}
        empty={
          <EmptyState
            title="No firewall rules"
            body="No rule applies, so the instance receives no traffic, and can send to anywhere."
          />
        }
      />
    </Card>
  )
}
