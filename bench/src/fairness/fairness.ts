import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../ask.ts'
import { onPostgres } from '../on-postgres.ts'
import { otherSilo } from '../other-silo.ts'
import { median, p99, round, type Section } from '../report.ts'
import { startServer } from '../running-server.ts'
import type { Target } from '../send.ts'
import { type Attack, prepareAttacks } from './attacks.ts'
import { flood } from './flood.ts'
import type { Flooded } from './flooding.ts'

const PORT = 8464
const SECONDS = 8
/** Of an attack, before anything is measured; milliseconds. */
const WARM_UP = 1_000
/** Between two requests of the silo that is measured, so that its own make no queue; milliseconds. */
const PAUSE = 20
/** What an attack has begun may go on for a while; milliseconds. */
const BETWEEN = 3_000

/** Measures what a silo notices of what another one does. */
export async function measureFairness(): Promise<Section[]> {
  const section = await measure('embedded database')
  const other = await onPostgres('silos beside each other', (settings) => measure('PostgreSQL', settings))
  return other ? [section, other] : [section]
}

async function measure(engine: string, settings?: Record<string, string>): Promise<Section> {
  const server = await startServer(PORT, undefined, { ...settings, GRANARY_LOG_LEVEL: 'error' })
  try {
    const quiet = await otherSilo(server, 'quiet')
    const attacks = await prepareAttacks(server)
    const rows = [await row(quiet, 'nothing')]
    for (const attack of attacks) {
      await sleep(BETWEEN)
      const end = flood(server, attack.requests, attack.connections)
      await sleep(WARM_UP)
      rows.push(await row(quiet, `${attack.name}, ${attack.connections} connections`, end))
    }
    return {
      title: `A silo beside another one, ${engine}`,
      note: `A user of one silo lists instances and changes a project, each at most ${1000 / PAUSE} times a second, while another silo sends requests back to back over so many connections, for ${SECONDS} s. The server, its database and both clients are on the same two cores. Refused are sign-ins, unknown tokens and unknown paths, after which a connection waits 20 ms.`,
      columns: [
        'what the other silo does',
        'answers/s',
        'refused/s',
        'list, median ms',
        'p99',
        'change, median ms',
        'p99',
        'longest ms',
      ],
      rows,
    }
  } finally {
    await server.stop()
  }
}

async function row(quiet: Target, name: Attack['name'], end?: () => Promise<Flooded>) {
  const until = performance.now() + SECONDS * 1000
  let changes = 0
  const [reads, writes] = await Promise.all([
    times(until, () => ask(quiet, 'GET', '/v1/instances?project=quiet')),
    times(until, () => ask(quiet, 'PUT', '/v1/projects/quiet', { description: `change ${changes++}` })),
  ])
  const flooded = await end?.()
  const perSecond = (count = 0) => round((count * 1000) / (SECONDS * 1000 + WARM_UP))
  return [
    name,
    perSecond(flooded?.answered),
    perSecond(flooded?.refused),
    round(median(reads)),
    round(p99(reads)),
    round(median(writes)),
    round(p99(writes)),
    round(Math.max(...reads, ...writes)),
  ]
}

/** Repeats a request with pauses. @returns how long each took, in milliseconds. */
async function times(until: number, once: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  while (performance.now() < until) {
    const began = performance.now()
    await once()
    taken.push(performance.now() - began)
    await sleep(PAUSE)
  }
  return taken
}
