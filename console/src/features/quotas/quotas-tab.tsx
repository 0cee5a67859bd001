import type { CallOutput } from '@granary/contract/call.ts'
import { siloUtilizationView } from '@granary/contract/generated/client.ts'
import { bytesIn, fullNumber } from '@granary/domain/numbers.ts'
import { available, usageLevel, usedPercent } from '@granary/domain/utilization.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { apiQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { useMay } from '../../app/permissions.ts'
import { Button } from '../../ui/button.tsx'
import { UsageMeter } from '../../ui/page/meters.tsx'
import { Toolbar } from '../../ui/page/page-header.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'

const EditQuotas = lazyPart(() => import('./edit-quotas.tsx'))

type Row = { resource: string; unit: string; provisioned: number; quota: number; free: number }

const gib = (bytes: number): number => Number(bytesIn(bytes, 'GiB'))

/** Returns usage, quota and remaining amount of the three resources; memory and storage in GiB. */
export function quotaRows({ allocated, provisioned }: CallOutput<'siloUtilizationView'>): Row[] {
  const free = available(allocated, provisioned)
  const row = (resource: string, name: 'cpus' | 'memory' | 'storage', unit: string, show = gib): Row => ({
    resource,
    unit,
    provisioned: show(provisioned[name]),
    quota: show(allocated[name]),
    free: show(free[name]),
  })
  return [
    row('CPU', 'cpus', 'vCPUs', Number),
    row('Memory', 'memory', 'GiB'),
    row('Storage', 'storage', 'GiB'),
  ]
}

const Amount = ({ value, unit }: { value: number; unit: string }) => (
  <span className="tabular-nums">
    {fullNumber(value)}{' '}
    <span className="unit text-text-muted" data-long>
      {unit}
    </span>
  </span>
)

/** Shows a meter only when a quota is nearly used up. */
const Meter = ({ percent }: { percent: number | null }) =>
  percent !== null && usageLevel(percent) !== 'normal' && <UsageMeter percent={percent} />

const column = columnsOf<Row>()
/** The columns of the quotas of a silo. */
export const columns = [
  column.accessor('resource', { header: 'Resource' }),
  column.accessor('provisioned', {
    header: 'Provisioned',
    meta: { align: 'end' },
    cell: ({ row: { original: row } }) => (
      <span className="inline-flex items-center gap-2">
        <Meter percent={usedPercent(row.provisioned, row.quota)} />
        <Amount value={row.provisioned} unit={row.unit} />
      </span>
    ),
  }),
  column.accessor('quota', {
    header: 'Quota',
    meta: { align: 'end' },
    cell: ({ row: { original: row } }) => <Amount value={row.quota} unit={row.unit} />,
  }),
  column.accessor('free', {
    header: 'Available',
    meta: { align: 'end' },
    cell: ({ row: { original: row } }) => (
      <span className={row.free < 0 ? 'text-danger' : undefined}>
        <Amount value={row.free} unit={row.unit} />
      </span>
    ),
  }),
]

/** Shows the quotas of a silo and their usage. */
export function QuotasTab() {
  const { silo } = useSilo()
  const { data, error, refetch } = useQuery(apiQuery(siloUtilizationView, { path: { silo: silo.name } }))
  const mayEdit = useMay().fleet('modify_silos')
  const [editing, setEditing] = useState(false)
  return (
    <div>
      <Toolbar
        end={
          <Button
            disabledReason={!mayEdit && 'Only collaborators and admins of the fleet can change quotas'}
            isDisabled={!data}
            onPress={() => setEditing(true)}
          >
            Edit quotas
          </Button>
        }
      />
      <DataTable
        label="Quotas"
        columns={columns}
        rows={data && quotaRows(data)}
        rowId={(row) => row.resource}
        error={error && !data && <Failed what="Quotas" error={error} onRetry={() => void refetch()} />}
      />
      <Suspense fallback={null}>
        {editing && data && (
          <EditQuotas silo={silo.name} quotas={data.allocated} onClose={() => setEditing(false)} />
        )}
      </Suspense>
    </div>
  )
}
