import type { ItemOf } from '@granary/contract/call.ts'
import { systemIpPoolRangeList, systemIpPoolRangeRemove } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { IP_POOLS } from '../../kinds/pool/pool-kinds.ts'
import { PartActions, PoolParts } from '../../kinds/pool/pool-parts.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { usePool } from './pool-query.ts'

type Range = ItemOf<'systemIpPoolRangeList'>

const column = columnsOf<Range>()
const columns = [
  column.accessor('range', {
    id: 'first',
    header: 'First',
    cell: ({ getValue }) => <span className="font-mono">{getValue().first}</span>,
  }),
  column.accessor('range', {
    id: 'last',
    header: 'Last',
    cell: ({ getValue }) => <span className="font-mono">{getValue().last}</span>,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((range) => <RangeActions range={range} />),
]

/** Lists the ranges of a pool. */
export function Ranges({ addPath }: { addPath: string }) {
  const pool = usePool()
  const page = usePage(systemIpPoolRangeList, { path: { pool: pool.id } })
  return (
    <PoolParts
      kind={IP_POOLS}
      title="IP ranges"
      addLabel="Add range"
      addPath={addPath}
      columns={columns}
      page={page}
      hint="The pool has no addresses yet. Add a range to it."
    />
  )
}

function RangeActions({ range: { id, range } }: { range: Range }) {
  const pool = usePool()
  const removeRange = useOperation(systemIpPoolRangeRemove, { waits: true })
  return (
    <PartActions
      kind={IP_POOLS}
      id={id}
      noun="range"
      question={
        <>
          Remove{' '}
          <Highlight>
            {range.first}–{range.last}
          </Highlight>{' '}
          from <Highlight>{pool.name}</Highlight>? No new address comes from it then. This fails while any of
          its addresses is in use.
        </>
      }
      onRemove={() => removeRange({ path: { pool: pool.id }, body: range })}
    />
  )
}
