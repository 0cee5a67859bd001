import { Listbox } from '../../../ui/fields/listbox.tsx'
import { useInstance } from '../use-instance.ts'
import { ChartGrid, MetricChart } from './metric-chart.tsx'
import { CPU_STATES, type CpuState } from './search.ts'
import { MetricsHeader, useMetricsSearch } from './use-metrics.tsx'

const STATES: Record<CpuState, { label: string; description: string }> = {
  run: { label: 'Running', description: 'Instructions of the guest execute.' },
  emulation: { label: 'Emulation', description: 'The host handles operations of the guest, such as I/O.' },
  idle: { label: 'Idle', description: 'Nothing executes.' },
  waiting: { label: 'Waiting', description: 'Ready but held back, usually by contention for a CPU.' },
}

const CHOICES = [
  ...CPU_STATES.map((value) => ({ value, label: `State: ${STATES[value].label}` })),
  { value: 'all' as const, label: 'All states' },
]

/** How busy the virtual CPUs are, by state. */
export function CpuMetrics() {
  const { id } = useInstance()
  const [{ state = 'run' }, change] = useMetricsSearch()
  const shown = state === 'all' ? CPU_STATES : [state]
  const charts = shown.map((one) => (
    <MetricChart
      key={one}
      title={`CPU Utilization: ${STATES[one].label}`}
      description={STATES[one].description}
      unit="percent"
      query={{
        metric: 'virtual_machine:vcpu_usage',
        filters: { instance_id: id, state: one },
        groupBy: { columns: ['vcpu_id'], operation: 'sum' },
      }}
    />
  ))
  return (
    <>
      <MetricsHeader>
        <Listbox
          label="Choose state"
          hideLabel
          className="w-48"
          items={CHOICES}
          value={state}
          onChange={(next) => change({ state: next === 'run' ? undefined : next })}
        />
      </MetricsHeader>
      {state === 'all' ? <ChartGrid>{charts}</ChartGrid> : charts}
    </>
  )
}
