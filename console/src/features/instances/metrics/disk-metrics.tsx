import { useQuery } from '@tanstack/react-query'
import { Failed } from '../../../app/kit/pages/failed.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { disksOf } from '../parts.ts'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { ChooseOne } from './choose-one.tsx'
import { ChartGrid, MetricChart } from './metric-chart.tsx'
import { MetricsHeader, useMetricsSearch } from './use-metrics.tsx'

const CHARTS = [
  { title: 'Disk Reads', metric: 'reads', unit: 'count' },
  { title: 'Disk Writes', metric: 'writes', unit: 'count' },
  { title: 'Bytes Read', metric: 'bytes_read', unit: 'bytes' },
  { title: 'Bytes Written', metric: 'bytes_written', unit: 'bytes' },
  { title: 'Disk Flushes', metric: 'flushes', unit: 'count' },
] as const

/** What the disks of the instance read and write, together or one of them. */
export function DiskMetrics() {
  const { id } = useInstance()
  const [{ disk: name }, change] = useMetricsSearch()
  const { data, error, refetch } = useQuery(disksOf(useInstancePath()))
  if (error && !data) return <Failed what="Disks" error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.items.length === 0)
    return (
      <EmptyState
        title="No disk metrics available"
        body="Disk metrics are available once disks are attached to the instance."
      />
    )
  const disk = data.items.find((one) => one.name === name)
  return (
    <>
      <MetricsHeader>
        <ChooseOne
          label="Choose disk"
          all="All disks"
          items={data.items}
          chosen={disk}
          onChange={(next) => change({ disk: next })}
        />
      </MetricsHeader>
      <ChartGrid>
        {CHARTS.map(({ title, metric, unit }) => (
          <MetricChart
            key={`${title} ${disk?.id}`}
            title={title}
            unit={unit}
            query={{
              metric: `virtual_disk:${metric}`,
              filters: { attached_instance_id: id, disk_id: disk?.id },
              groupBy: disk ? undefined : { columns: ['attached_instance_id'], operation: 'sum' },
            }}
          />
        ))}
      </ChartGrid>
    </>
  )
}
