import type { Services } from '@granary/control-plane/kit/context/services.ts'
import { Gauge, type Registry } from 'prom-client'
import { taskCounts, waitingBySilo } from './task-counts.ts'

/** Metrics of the tasks in the database, of all servers. */
export function taskMetrics(registry: Registry) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const all = gauge('granary_tasks', 'Tasks that wait or run')
  const byState = gauge(
    'granary_tasks_by_state',
    'Tasks that wait, that run, and that wait to be tried again after an error',
    'state',
  )
  const bySilo = gauge(
    'granary_tasks_waiting_by_silo',
    'Tasks that wait, of the 20 silos with the most',
    'silo',
  )
  return {
    async read(db: Services['db'], now: Date): Promise<void> {
      const counts = await taskCounts(db, now)
      all.set(counts.waiting + counts.running + counts.failing)
      for (const [state, count] of Object.entries(counts)) byState.set({ state }, count)
      bySilo.reset()
      for (const { silo, count } of await waitingBySilo(db, now)) bySilo.set({ silo }, count)
    },
  }
}
