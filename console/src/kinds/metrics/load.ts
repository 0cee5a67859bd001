import { now } from '../../time/clock.ts'
import { seriesQuery } from './use-chart.ts'
import { loadText, MAX_INSTANCES } from './load-text.ts'
import { CPU_SAMPLE, type QueryResult, valuesOf } from './result-to-chart.ts'
import type { QueryClient } from '@tanstack/react-query'

/**
 * The load of each instance by its ID: virtual CPUs in use, as at most 12 values, the newest last. There are no values before
 * the first reading.
 */
export type Loads = Readonly<Record<string, readonly (number | null)[]>>

/** Returns the loads in an answer. Instances without any reading are left out. */
export function loadsOf({ tables }: QueryResult): Loads {
  const loads = (tables[0]?.timeseries ?? []).flatMap((series) => {
    const id = series.fields.instance_id?.value
    // The first point has everything before.
    const values = valuesOf(series)
      .slice(1)
      .map((value) => (value === null ? null : value / CPU_SAMPLE))
    return typeof id === 'string' && values.some((value) => value !== null) ? [[id, values] as const] : []
  })
  return Object.fromEntries(loads)
}

/** Reads the loads of the first instances of a page. Those without any reading have no values. */
export async function fetchLoads(
  client: QueryClient,
  project: string,
  ids: readonly string[],
): Promise<Loads> {
  const first = ids.slice(0, MAX_INSTANCES)
  const loads = loadsOf(await client.fetchQuery(seriesQuery(project, loadText(first, now()))))
  return Object.fromEntries(first.map((id) => [id, loads[id] ?? []]))
}
