import { sledList } from '@granary/contract/generated/client.ts'
import { fixedPercent, formatBytes, fullNumber } from '@granary/domain/numbers.ts'
import { plannableCapacity } from '@granary/domain/physical-capacity.ts'
import type { Amounts } from '@granary/domain/sizes.ts'
import { usedPercent } from '@granary/domain/utilization.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { Card } from '../../ui/page/card.tsx'
import { PartMeter } from '../../ui/page/part-meter.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'

type Row = { resource: string; provisioned: number; quota: number; plannable: number; isBytes: boolean }

const column = columnsOf<Row>()
const amount = (field: 'provisioned' | 'quota' | 'plannable', header: string) =>
  column.accessor(field, {
    header,
    meta: { align: 'end' },
    cell: ({ row: { original }, getValue }) => (
      <span className="tabular-nums">
        {original.isBytes ? formatBytes(getValue()) : fullNumber(getValue())}
      </span>
    ),
  })
const share = (field: 'provisioned' | 'quota', header: string) =>
  column.display({
    id: `${field}-share`,
    header,
    meta: { align: 'end' },
    cell: ({ row: { original } }) => {
      const percent = usedPercent(original[field], original.plannable)
      if (percent === null) return '—'
      return (
        <PartMeter part={original[field]} whole={original.plannable} className="min-w-20">
          {fixedPercent(percent, 1)}
        </PartMeter>
      )
    },
  })
const columns = [
  column.accessor('resource', { header: 'Resource' }),
  amount('plannable', 'Usable'),
  amount('provisioned', 'Provisioned'),
  share('provisioned', 'Provisioned share'),
  amount('quota', 'Quota'),
  share('quota', 'Quota share'),
]

const rowsOf = (provisioned: Amounts, quota: Amounts, plannable: Amounts): Row[] => {
  const row = (resource: string, key: keyof Amounts): Row => ({
    resource,
    provisioned: provisioned[key],
    quota: quota[key],
    plannable: plannable[key],
    isBytes: key !== 'cpus',
  })
  return [row('CPU', 'cpus'), row('Memory', 'memory'), row('Storage', 'storage')]
}

/** Compares what silos have provisioned, and may provision, with the sleds. */
export function PhysicalCapacity({
  totals,
}: {
  totals: { provisioned: Amounts; capacity: Amounts } | undefined
}) {
  const { data: sleds, error, refetch } = useQuery({ ...allQuery(sledList, {}), throwOnError: false })
  return (
    <Card
      title="Sleds"
      description="70% of the sleds' vCPUs and memory, as a reserve for failed sleds, and all of their storage."
    >
      <DataTable
        label="Physical capacity"
        columns={columns}
        rows={sleds && totals && rowsOf(totals.provisioned, totals.capacity, plannableCapacity(sleds))}
        rowId={({ resource }) => resource}
        error={error && !sleds && <Failed what="Sleds" error={error} onRetry={() => void refetch()} />}
      />
    </Card>
  )
}
