import type { CallOutput } from '@granary/contract/call.ts'
import { sledList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allQuery } from '../../api/queries.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { fullNumber } from '@granary/domain/numbers.ts'
import { MessageBox } from '../../ui/message-box.tsx'
import { Card } from '../../ui/page/card.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'

type Fit = CallOutput<'capacityFit'>
type Row = Fit['failures'][number] & { serial: string; count: number }

const column = columnsOf<Row>()
const number = (field: 'count' | 'displaced' | 'stranded' | 'placed', header: string) =>
  column.accessor(field, { header, meta: { align: 'end' } })
const columns = [
  column.accessor('serial', {
    header: 'Sled',
    cell: ({ row: { original }, getValue }) => (
      <NameLink to="/system/inventory/sleds/$sledId/instances" params={{ sledId: original.sledId }}>
        {getValue()}
      </NameLink>
    ),
  }),
  number('count', 'New instances'),
  number('displaced', 'To move if it fails'),
  number('stranded', 'Without a place then'),
  number('placed', 'New instances that still fit'),
]

/** Shows whether instances fit, on which sleds, and what happens when a sled fails. */
export function FitAnswer({ fit, count }: { fit: Fit; count: number }) {
  const sleds = useQuery({ ...allQuery(sledList, {}), throwOnError: false })
  const rows = useMemo(
    () => rowsOf(fit, new Map(sleds.data?.map((sled) => [sled.id, sled.baseboard.serial]))),
    [fit, sleds.data],
  )
  return (
    <div className="flex flex-col gap-4" aria-live="polite">
      <MessageBox
        variant={fit.fits ? 'success' : 'error'}
        title={
          fit.fits
            ? `All ${fullNumber(count)} fit`
            : `Only ${fullNumber(fit.placed)} of ${fullNumber(count)} fit`
        }
      >
        {fit.fits
          ? `On ${fullNumber(fit.sleds.length)} ${fit.sleds.length === 1 ? 'sled' : 'sleds'}.`
          : 'The sleds that accept new instances have no room for more.'}
      </MessageBox>
      {fit.fits && (
        <MessageBox
          variant={fit.survivesAnyFailure ? 'success' : 'notice'}
          title={fit.survivesAnyFailure ? 'Any one sled may fail' : 'No room for a failed sled'}
        >
          {fit.survivesAnyFailure
            ? 'Its instances and the new ones would still fit on the others.'
            : `If ${worst(rows)} fails, not all instances have a place on the others.`}
        </MessageBox>
      )}
      <Card title="By sled" actions={<IfMissed what="Serial numbers" of={sleds} />}>
        <DataTable label="By sled" columns={columns} rows={rows} rowId={({ sledId }) => sledId} />
      </Card>
    </div>
  )
}

function rowsOf(fit: Fit, serials: ReadonlyMap<string, string>): Row[] {
  const counts = new Map(fit.sleds.map(({ sledId, count }) => [sledId, count]))
  return fit.failures
    .map((failure) => ({
      ...failure,
      serial: serials.get(failure.sledId) ?? failure.sledId,
      count: counts.get(failure.sledId) ?? 0,
    }))
    .toSorted((a, b) => (a.serial < b.serial ? -1 : 1))
}

/** Names the sled whose failure leaves the most instances without a place. */
const worst = (rows: readonly Row[]): string =>
  rows.toSorted((a, b) => b.stranded - a.stranded || a.placed - b.placed)[0]?.serial ?? ''
