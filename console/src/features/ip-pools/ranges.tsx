import type { ItemOf } from '@granary/contract/call.ts'
import { systemIpPoolRangeList, systemIpPoolRangeRemove } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { CreateLink } from '../../app/kit/create-link.tsx'
import { ListSection } from '../../app/kit/list-section.tsx'
import { usePage } from '../../app/kit/use-page.ts'
import { useMay } from '../../app/permissions.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { ADMINS_ONLY, usePool } from './pool-query.ts'

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
export function Ranges() {
  const pool = usePool()
  const page = usePage(systemIpPoolRangeList, { path: { pool: pool.id } })
  const add = useMay().fleet('modify') ? (
    <CreateLink to="/system/networking/ip-pools/$pool/ranges-add" params={{ pool: pool.name }}>
      Add range
    </CreateLink>
  ) : (
    <Button disabledReason={ADMINS_ONLY}>Add range</Button>
  )
  return (
    <ListSection
      title="IP ranges"
      create={add}
      columns={columns}
      page={page}
      rowId={(range) => range.id}
      empty={
        <EmptyState
          drawing="network"
          title="No IP ranges"
          body="The pool has no addresses yet. Add a range to it."
          action={add}
        />
      }
    />
  )
}

function RangeActions({ range: { id, range } }: { range: Range }) {
  const pool = usePool()
  const removeRange = useOperation(systemIpPoolRangeRemove, { waits: true })
  const disabledReason = !useMay().fleet('modify') && ADMINS_ONLY
  const remove = () =>
    confirm({
      title: 'Remove range',
      variant: 'danger',
      errorTitle: 'Could not remove range',
      body: (
        <>
          Remove{' '}
          <Highlight>
            {range.first}–{range.last}
          </Highlight>{' '}
          from <Highlight>{pool.name}</Highlight>? No new address comes from it then. This fails while any of
          its addresses is in use.
        </>
      ),
      action: () => removeRange({ path: { pool: pool.id }, body: range }),
    })
  return (
    <ActionsMenu
      id={id}
      entries={[{ label: 'Remove', danger: true, disabledReason, onAction: () => void remove() }]}
    />
  )
}
