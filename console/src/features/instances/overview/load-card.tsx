import { now } from '../../../time/clock.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ChartQuery, queryText, stagesOf } from '../../../kinds/metrics/query-text.ts'
import { CPU_SAMPLE, valuesOf } from '../../../kinds/metrics/result-to-chart.ts'
import { seriesQuery } from '../../../kinds/metrics/use-chart.ts'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { type Instance, useInstance, useInstancePath } from '../use-instance.ts'
import { Unseen } from './unseen.tsx'

const PERIOD_MS = 30 * 60_000
/** Between two readings; milliseconds. */
const INTERVAL_MS = 10_000
/** Values are increases per reading of the published metrics, which is 5 seconds. */
const SECONDS = CPU_SAMPLE / 1e9

type Line = {
  label: string
  query: (instance: Instance) => ChartQuery
  /** Converts a value of the query into that which is shown. */
  scale: (value: number, instance: Instance) => number
  format: (value: number) => string
  /** The value at the top; by default the largest. */
  top?: number
}

const network = (metric: string) => (instance: Instance) => ({
  metric: `instance_network_interface:${metric}`,
  filters: { instance_id: instance.id },
  groupBy: { columns: ['instance_id'], operation: 'sum' as const },
})
const perSecond = (value: number) => value / SECONDS
const rate = (value: number) => `${formatBytes(Math.round(value))}/s`

const LINES: readonly Line[] = [
  {
    label: 'CPU',
    query: ({ id }) => ({
      metric: 'virtual_machine:vcpu_usage',
      filters: { instance_id: id, state: 'run' },
      groupBy: { columns: ['instance_id'], operation: 'sum' },
    }),
    scale: (value, { ncpus }) => (value / CPU_SAMPLE / ncpus) * 100,
    format: (value) => `${Math.round(value)} %`,
    top: 100,
  },
  { label: 'Received', query: network('bytes_received'), scale: perSecond, format: rate },
  { label: 'Sent', query: network('bytes_sent'), scale: perSecond, format: rate },
]

async function readLine(client: QueryClient, project: string, instance: Instance, line: Line) {
  const end = now()
  const text = queryText(stagesOf(line.query(instance), [end - PERIOD_MS, end]))
  const { tables } = await client.fetchQuery(seriesQuery(project, text))
  // The first point has everything before.
  const values = tables[0]?.timeseries[0] ? valuesOf(tables[0].timeseries[0]).slice(1) : []
  return values.map((value) => (value === null ? null : line.scale(value, instance)))
}

/** What the machine does now: CPU and network over the last half hour, read again every few seconds while it runs. */
export function LoadCard() {
  const instance = useInstance()
  const path = useInstancePath()
  const read = useQuery({
    queryKey: ['instance load', instance.id, instance.ncpus],
    queryFn: ({ client }) => Promise.all(LINES.map((line) => readLine(client, path.project, instance, line))),
    refetchInterval: instance.runState === 'running' ? INTERVAL_MS : false,
    throwOnError: false,
  })
  return (
    <Card
      title="Load"
      actions={
        <Link
          to="/projects/$project/instances/$instance/metrics/cpu"
          params={path}
          className="rounded text-sm text-accent hover:underline"
        >
          Metrics
        </Link>
      }
    >
      {read.data ? (
        <dl className="flex flex-col gap-3 text-sm">
          {LINES.map((line, at) => (
            <LoadRow key={line.label} line={line} values={read.data[at]!} />
          ))}
        </dl>
      ) : (
        <Unseen what="The load" of={read} />
      )}
    </Card>
  )
}

function LoadRow({
  line: { label, format, top },
  values,
}: {
  line: Line
  values: readonly (number | null)[]
}) {
  const known = values.filter((value) => value !== null)
  const last = known.at(-1)
  const words =
    last === undefined
      ? 'no reading in the last half hour'
      : `now ${format(last)}, at most ${format(Math.max(...known))} in the last half hour`
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)_5.5rem] items-center gap-3">
      <dt className="text-text-muted">{label}</dt>
      <dd>
        <Sparkline
          label={`${label}: ${words}`}
          values={values}
          {...(top && { top })}
          className="h-6 w-full"
        />
      </dd>
      <dd className="text-right whitespace-nowrap tabular-nums">{last === undefined ? '—' : format(last)}</dd>
    </div>
  )
}
