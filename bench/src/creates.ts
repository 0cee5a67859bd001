import { loadavg } from 'node:os'
import { ask } from './ask.ts'
import { load } from './load.ts'
import { onPostgres } from './on-postgres.ts'
import { processorTime } from './processor-time.ts'
import { median, p99, round, type Section } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'
import type { Ask } from './send.ts'
import { stoppedInstance } from './stopped-instance.ts'

const PORT = 8454
const CONNECTIONS = 32
const SECONDS = 6
/** One after the other is filled, because a project may have 20,000 instances. */
const PROJECTS = Array.from({ length: 6 }, (_, n) => `creates-${n}`)
const EACH = 10_000

/** Measures creates of instances on each database engine, and what the server does for one until its task is done. */
export async function measureCreates(): Promise<Section[]> {
  const loadBefore = loadavg()[0]!
  const rows = [['SQLite', ...(await measure())]]
  const onOther = await onPostgres('creates', measure)
  if (onOther) rows.push(['PostgreSQL', ...onOther])
  return [
    {
      title: 'Creates of instances',
      note: `Stopped instances without disks and interfaces, ${CONNECTIONS} connections, for ${SECONDS} s, client and server on the same two cores. The processor time is that of the server, with the task of the instance. PostgreSQL runs on these cores too, and doesn't wait for the disk, but SQLite does. Other programs used the machine too: its load average before was ${round(loadBefore)}.`,
      columns: ['database', 'creates/s', 'median ms', 'p99 ms', 'processor ms per create'],
      rows,
    },
  ]
}

async function measure(settings: Record<string, string> = {}): Promise<number[]> {
  const server = await startServer(PORT, undefined, settings)
  try {
    for (const name of PROJECTS) await ask(server, 'POST', '/v1/projects', { name, description: '' })
    let made = 0
    const create = (): Ask => ({
      method: 'POST',
      path: `/v1/instances?project=${PROJECTS[Math.floor(made / EACH)]}`,
      body: stoppedInstance(`made-${made++}`),
    })
    await load(server, create, CONNECTIONS, 2)
    await settled(server)
    const before = processorTime(server.pid)
    const times = await load(server, create, CONNECTIONS, SECONDS)
    await settled(server)
    return [
      Math.round(times.length / SECONDS),
      round(median(times)),
      round(p99(times)),
      round((processorTime(server.pid) - before) / times.length, 2),
    ]
  } finally {
    await server.stop()
  }
}

/** Waits until every task is done. */
async function settled(server: BenchServer): Promise<void> {
  for (const project of PROJECTS) {
    const path = `/v1/instances?project=${project}&filter=state:creating&limit=1`
    while ((await ask(server, 'GET', path)).items.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
