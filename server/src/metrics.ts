import type { Answered } from '@granary/control-plane/kit/bindings.ts'
import type { Services } from '@granary/control-plane/kit/services.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Outcome } from './remote-write/remote-writer.ts'
import type { PoolUse } from './database/open-database.ts'
import { taskCounts } from './task-counts.ts'

/** Bounds of the histograms of times, in seconds. */
const TIMES = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3]

/** Counters of this server in the form that Prometheus reads. `docs/metrics.md` lists them. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })
  const times = (name: string, help: string, ...labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: TIMES, registers })
  const requests = new Counter({
    name: 'granary_requests_total',
    help: 'Requests answered, by operation and status',
    labelNames: ['operation', 'status'],
    registers,
  })
  const duration = times('granary_request_seconds', 'Time to answer a request', 'operation')
  const calls = times(
    'granary_driver_call_seconds',
    'Time of a call of the compute driver',
    'call',
    'outcome',
  )
  const statements = times('granary_database_statement_seconds', 'Time of an SQL statement')
  const streams = gauge('granary_event_streams', 'Clients that follow changes')
  const consoles = gauge('granary_serial_consoles', 'Serial consoles that are open')
  const tasks = gauge('granary_tasks', 'Tasks that wait or run')
  const tasksByState = gauge(
    'granary_tasks_by_state',
    'Tasks that wait, that run, and that wait to be tried again after an error',
    'state',
  )
  const connections = gauge(
    'granary_database_connections',
    'Connections to PostgreSQL, by state, and work that waits for one or for its turn',
    'state',
  )
  const remoteSamples = new Counter({
    name: 'granary_remote_write_samples_total',
    help: 'Samples for the receiver of remote write, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const remoteFailures = new Counter({
    name: 'granary_remote_write_failures_total',
    help: 'Requests of remote write that are sent again',
    registers,
  })
  let waitingSamples = () => 0
  const remoteWaiting = gauge('granary_remote_write_waiting_samples', 'Samples that wait for remote write')
  return {
    streams,
    consoles,
    observe: ({ operation, status, ms }: Answered): void => {
      requests.inc({ operation, status: String(status) })
      duration.observe({ operation }, ms / 1000)
    },
    observeStatement: (ms: number): void => statements.observe(ms / 1000),
    /** Returns what counts the samples of remote write. @param waiting returns how many wait. */
    remoteWrite(waiting: () => number) {
      waitingSamples = waiting
      return {
        onOutcome: (outcome: Outcome, samples: number): void => remoteSamples.inc({ outcome }, samples),
        onFailure: (): void => remoteFailures.inc(),
      }
    },
    observeCall: (call: string, outcome: 'ok' | 'error', ms: number): void =>
      calls.observe({ call, outcome }, ms / 1000),
    async text({ db, clock }: Pick<Services, 'db' | 'clock'>, pool?: () => PoolUse): Promise<Response> {
      const counts = await taskCounts(db, clock.now())
      remoteWaiting.set(waitingSamples())
      tasks.set(counts.waiting + counts.running + counts.failing)
      for (const [state, count] of Object.entries(counts)) tasksByState.set({ state }, count)
      if (pool) for (const [state, count] of Object.entries(pool())) connections.set({ state }, count)
      return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
    },
    /** The names of all metrics. */
    names: (): string[] => registry.getMetricsAsArray().map(({ name }) => name),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
