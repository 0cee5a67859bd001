import type { RetryReason } from '@granary/control-plane/database/retry.ts'
import type { Answered } from '@granary/control-plane/kit/request/bindings.ts'
import type { Gate } from '@granary/control-plane/edge/gate.ts'
import type { GateMetrics, Services } from '@granary/control-plane/kit/context/services.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Outcome } from '../remote-write/remote-writer.ts'
import type { PoolUse } from '../database/open-database.ts'
import { taskMetrics } from './task-metrics.ts'

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
  const retries = transactionRetries(registry)
  const streams = gauge('granary_event_streams', 'Clients that follow changes')
  const consoles = gauge('granary_serial_consoles', 'Serial consoles that are open')
  const connections = gauge(
    'granary_database_connections',
    'Connections to PostgreSQL, by state, and work that waits for one or for its turn',
    'state',
  )
  const gate = gateMetrics(registry)
  const tasks = taskMetrics(registry)
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
    gate,
    observe: ({ operation, status, ms }: Answered): void => {
      requests.inc({ operation, status: String(status) })
      duration.observe({ operation }, ms / 1000)
    },
    database: {
      statement: (ms: number): void => statements.observe(ms / 1000),
      retried: (reason: RetryReason): void => retries.inc({ reason }),
    },
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
    async text(
      { db, clock }: Pick<Services, 'db' | 'clock'>,
      atGate: Gate,
      pool?: () => PoolUse,
    ): Promise<Response> {
      gate.read(atGate)
      await tasks.read(db, clock.now())
      remoteWaiting.set(waitingSamples())
      if (pool) for (const [state, count] of Object.entries(pool())) connections.set({ state }, count)
      return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
    },
    /** The names of all metrics. */
    names: (): string[] => registry.getMetricsAsArray().map(({ name }) => name),
  }
}

const transactionRetries = (registry: Registry) =>
  new Counter({
    name: 'granary_transaction_retries_total',
    help: 'Repetitions of transactions on PostgreSQL, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })

/** Bounds of the waits, in seconds. After ten of them a request is refused. */
const WAITS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]

/** Metrics of the gate, where requests wait for each other, of the callers that are remembered for it, and of clients that are cut off. */
function gateMetrics(registry: Registry) {
  const registers = [registry]
  const waits = new Histogram({
    name: 'granary_gate_wait_seconds',
    help: 'Time that a request waited for its seat',
    labelNames: ['level'],
    buckets: WAITS,
    registers,
  })
  const refusals = new Counter({
    name: 'granary_gate_refusals_total',
    help: 'Requests that the gate refused: their user sent too many (rate), or they waited for too long (wait)',
    labelNames: ['reason'],
    registers,
  })
  const waiting = new Gauge({
    name: 'granary_gate_waiting',
    help: 'Requests that wait for a seat',
    labelNames: ['level'],
    registers,
  })
  const seats = new Gauge({ name: 'granary_gate_seats', help: 'Seats that requests have', registers })
  const callers = new Counter({
    name: 'granary_caller_cache_total',
    help: 'Callers that were found in memory (hit) or read from the database (miss)',
    labelNames: ['result'],
    registers,
  })
  const cutOff = new Counter({
    name: 'granary_connections_cut_off_total',
    help: 'Connections that the server cut off, by reason',
    labelNames: ['reason'],
    registers,
  })
  const counted: GateMetrics = {
    waited: (level, ms) => waits.observe({ level }, ms / 1000),
    refused: (reason) => refusals.inc({ reason }),
  }
  return {
    counted,
    cutOff: (reason: 'buffered bytes' | 'requests ahead'): void => cutOff.inc({ reason }),
    callerFound: (isRemembered: boolean): void => callers.inc({ result: isRemembered ? 'hit' : 'miss' }),
    /** Sets the gauges. */
    read: ({ state }: Gate): void => {
      seats.set(state.used)
      for (const [level, count] of Object.entries(state.waiting)) waiting.set({ level }, count)
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
