import { useQuery } from '@tanstack/react-query'
import { Failed } from '../../../app/kit/pages/failed.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { interfacesOf } from '../parts.ts'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { ChooseOne } from './choose-one.tsx'
import { ChartGrid, MetricChart } from './metric-chart.tsx'
import { MetricsHeader, useMetricsSearch } from './use-metrics.tsx'

const CHARTS = [
  { title: 'Bytes Sent', metric: 'bytes_sent', unit: 'bytes' },
  { title: 'Bytes Received', metric: 'bytes_received', unit: 'bytes' },
  { title: 'Packets Sent', metric: 'packets_sent', unit: 'count' },
  { title: 'Packets Received', metric: 'packets_received', unit: 'count' },
  { title: 'Packets Dropped', metric: 'packets_dropped', unit: 'count' },
] as const

/** What the network interfaces of the instance send and receive, together or one of them. */
export function NetworkMetrics() {
  const { id } = useInstance()
  const [{ nic: name }, change] = useMetricsSearch()
  const { data, error, refetch } = useQuery(interfacesOf(useInstancePath()))
  if (error && !data) return <Failed what="Network interfaces" error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.items.length === 0)
    return (
      <EmptyState
        title="No network metrics available"
        body="Network metrics are available once network interfaces are attached to the instance."
      />
    )
  const nic = data.items.find((one) => one.name === name)
  return (
    <>
      <MetricsHeader>
        <ChooseOne
          label="Choose network interface"
          all="All NICs"
          items={data.items}
          chosen={nic}
          onChange={(next) => change({ nic: next })}
        />
      </MetricsHeader>
      <ChartGrid>
        {CHARTS.map(({ title, metric, unit }) => (
          <MetricChart
            key={`${title} ${nic?.id}`}
            title={title}
            unit={unit}
            query={{
              metric: `instance_network_interface:${metric}`,
              filters: { instance_id: id, interface_id: nic?.id },
              groupBy: nic ? undefined : { columns: ['instance_id'], operation: 'sum' },
            }}
          />
        ))}
      </ChartGrid>
    </>
  )
}
