import type { Answered } from '@granary/control-plane/kit/bindings.ts'
import type { Services } from '@granary/control-plane/kit/services.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Counters of this server in the form that Prometheus reads. */
export function createMetrics() {
  const registers = [new Registry()]
  collectDefaultMetrics({ register: registers[0]! })
  const requests = new Counter({
    name: 'granary_requests_total',
    help: 'Requests answered, by operation and status',
    labelNames: ['operation', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'granary_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['operation'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers,
  })
  const streams = new Gauge({ name: 'granary_event_streams', help: 'Clients that follow changes', registers })
  const consoles = new Gauge({
    name: 'granary_serial_consoles',
    help: 'Serial consoles that are open',
    registers,
  })
  const tasks = new Gauge({ name: 'granary_tasks', help: 'Tasks that wait or run', registers })
  return {
    streams,
    consoles,
    observe: ({ operation, status, ms }: Answered): void => {
      requests.inc({ operation, status: String(status) })
      duration.observe({ operation }, ms / 1000)
    },
    async text({ db }: Services): Promise<Response> {
      const { count } = await db
        .selectFrom('task')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      tasks.set(Number(count))
      return new Response(await registers[0]!.metrics(), {
        headers: { 'content-type': registers[0]!.contentType },
      })
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
