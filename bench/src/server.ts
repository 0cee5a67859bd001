import { fill } from './fill.ts'
import { load } from './load.ts'
import { median, p99, round, type Section } from './report.ts'
import { startServer } from './running-server.ts'
import type { Ask } from './send.ts'
import { stoppedInstance } from './stopped-instance.ts'

const SECONDS = 4
const PORT = 8451

/** Measures requests per second and latencies of three requests, on a small and a large database. */
export async function measureServer(): Promise<Section[]> {
  const rows: (string | number)[][] = []
  const pageTimes: number[] = []
  let memory = 0
  for (const { projects, each } of [
    { projects: 1, each: 100 },
    { projects: 1000, each: 100 },
  ]) {
    const empty = await startServer(PORT)
    await empty.stop(true)
    const names = fill(
      empty.data,
      Array.from({ length: projects }, () => each),
    )
    const server = await startServer(PORT, empty.data)
    const pick = () => names[Math.floor(Math.random() * names.length)]!
    let made = 0
    const asks: Record<string, () => Ask> = {
      'list page of 50': () => ({ method: 'GET', path: `/v1/instances?project=${pick()}&limit=50` }),
      'view by name': () => ({ method: 'GET', path: `/v1/instances/instance-00003?project=${pick()}` }),
      create: () => ({
        method: 'POST',
        path: `/v1/instances?project=${pick()}`,
        body: stoppedInstance(`made-${made++}`),
      }),
    }
    for (const [name, ask] of Object.entries(asks)) {
      for (const connections of [1, 32]) {
        const times = await load(server, ask, connections, SECONDS)
        if (name.startsWith('list') && connections === 1) pageTimes.push(median(times))
        rows.push([
          `${projects * each} instances`,
          name,
          connections,
          Math.round(times.length / SECONDS),
          round(median(times), 2),
          round(p99(times), 2),
        ])
      }
    }
    memory = server.residentMiB()
    await server.stop()
  }
  return [
    {
      title: 'Server, embedded database',
      note: `Each for ${SECONDS} s, client and server on the same two cores. Resident memory at the end with 100,000 instances: ${Math.round(memory)} MiB. A list page with 100,000 instances takes ${round(pageTimes[1]! / pageTimes[0]!, 2)} times what it takes with 100 (goal: at most 1.5).`,
      columns: ['database', 'request', 'connections', 'requests/s', 'median ms', 'p99 ms'],
      rows,
    },
  ]
}
