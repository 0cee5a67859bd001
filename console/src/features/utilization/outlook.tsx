import type { CallOutput } from '@granary/contract/call.ts'
import { formatBytes, fullNumber } from '@granary/domain/numbers.ts'
import { MIN_TREND_DAYS, TREND_DAYS } from '@granary/domain/trend.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { Card } from '../../ui/page/card.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { UseCurve, type UseScope } from './use-curve.tsx'

type Row = CallOutput<'capacityOutlook'>['items'][number]

const RESOURCES = { cpus: 'CPU', memory: 'Memory', storage: 'Storage' }
const LIMITS = { quota: 'Quota', sleds: 'Usable on sleds' }

const shown = (amount: number, { resource }: Row): string =>
  resource === 'cpus' ? `${fullNumber(amount)} vCPUs` : formatBytes(amount)

const column = columnsOf<Row>()
const columnsFor = (use: UseScope) => [
  column.accessor('resource', {
    header: 'Resource',
    cell: ({ row: { original } }) => (
      <span className="block py-1 leading-tight">
        {RESOURCES[original.resource]}
        <span className="block text-text-muted">{LIMITS[original.limit]}</span>
      </span>
    ),
  }),
  column.display({
    id: 'curve',
    header: `Last and next ${TREND_DAYS} days`,
    meta: { givesWay: 'second' },
    cell: ({ row: { original } }) => <UseCurve outlook={original} {...use} />,
  }),
  column.accessor('message', {
    header: 'Outlook',
    cell: ({ row: { original } }) => (
      <span className={isClose(original) ? 'text-danger' : undefined}>{original.message}</span>
    ),
  }),
  column.display({
    id: 'left',
    header: 'Left',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <span className="tabular-nums">{shown(Math.max(0, original.amount - original.used), original)}</span>
    ),
  }),
]

/** Days before the end from which on it is shown in red. */
const CLOSE_DAYS = 30
const isClose = ({ state, likelyDays }: Row): boolean =>
  state === 'full' || (likelyDays !== null && likelyDays < CLOSE_DAYS)

type OutlookProps = {
  use: UseScope
  outlook: Pick<UseQueryResult<CallOutput<'capacityOutlook'>>, 'data' | 'error' | 'refetch'>
}

/** Says for each resource when it runs out, by the trend of the last weeks. */
export function Outlook({ use: { counted, scope }, outlook: { data, error, refetch } }: OutlookProps) {
  const columns = useMemo(() => columnsFor({ counted, scope }), [counted, scope])
  return (
    <Card
      title="When it runs out"
      description={`By the trend of the last ${TREND_DAYS} days, with at least ${MIN_TREND_DAYS} days of history. In 9 of 10 cases the actual time is within the range in parentheses.`}
    >
      <DataTable
        label="When it runs out"
        columns={columns}
        rows={data?.items}
        rowId={({ resource, limit }) => `${resource} ${limit}`}
        error={error && !data && <Failed what="The outlook" error={error} onRetry={() => void refetch()} />}
      />
    </Card>
  )
}
