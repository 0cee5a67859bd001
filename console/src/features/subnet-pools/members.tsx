import type { ItemOf } from '@granary/contract/call.ts'
import {
  systemSubnetPoolMemberList,
  systemSubnetPoolMemberRemove,
} from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { SUBNET_POOLS } from '../../kinds/pool/pool-kinds.ts'
import { PartActions, PoolParts } from '../../kinds/pool/pool-parts.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { usePool } from './pool-query.ts'

type Member = ItemOf<'systemSubnetPoolMemberList'>

const column = columnsOf<Member>()
const columns = [
  column.accessor('subnet', {
    header: 'Subnet',
    cell: ({ getValue }) => <span className="font-mono">{getValue()}</span>,
  }),
  column.accessor('minPrefixLength', { header: 'Min prefix length', meta: { align: 'end' } }),
  column.accessor('maxPrefixLength', { header: 'Max prefix length', meta: { align: 'end' } }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((member) => <MemberActions member={member} />),
]

/** Lists the networks that external subnets are taken from. */
export function Members({ addPath }: { addPath: string }) {
  const pool = usePool()
  const page = usePage(systemSubnetPoolMemberList, { path: { pool: pool.id } })
  return (
    <PoolParts
      kind={SUBNET_POOLS}
      title="Members"
      addLabel="Add member"
      addPath={addPath}
      columns={columns}
      page={page}
      hint="The pool has no networks yet. Add one to it."
    />
  )
}

function MemberActions({ member: { id, subnet } }: { member: Member }) {
  const pool = usePool()
  const removeMember = useOperation(systemSubnetPoolMemberRemove, { waits: true })
  return (
    <PartActions
      kind={SUBNET_POOLS}
      id={id}
      noun="member"
      question={
        <>
          Remove <Highlight>{subnet}</Highlight> from <Highlight>{pool.name}</Highlight>? No new external
          subnet comes from it then. This fails while any of its addresses is in use.
        </>
      }
      onRemove={() => removeMember({ path: { pool: pool.id }, body: { subnet } })}
    />
  )
}
