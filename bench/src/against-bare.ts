import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fill } from './fill.ts'
import { load } from './load.ts'
import { processorTime } from './processor-time.ts'
import { median, round, type Section } from './report.ts'
import { startServer } from './running-server.ts'
import type { Ask } from './send.ts'

const PORT = 8461
const BARE_PORT = 8462
const BARE = fileURLToPath(new URL('bare-hono.ts', import.meta.url))
const SECONDS = 3
const ROUNDS = 5

/** Compares requests with a bare Hono that answers with the same 50 rows, in turns. */
export async function measureAgainstBare(): Promise<Section[]> {
  const empty = await startServer(PORT)
  await empty.stop(true)
  const [name] = fill(empty.data, [100])
  const server = await startServer(PORT, empty.data)
  const list = `/v1/instances?project=${name}&limit=50`
  const page = await fetch(server.url + list, { headers: { cookie: server.cookie } })
  const file = join(empty.data, 'page.json')
  writeFileSync(file, await page.text())
  const child = spawn(process.execPath, [BARE, String(BARE_PORT), file])
  await once(child.stdout, 'data')
  const bare = { url: `http://127.0.0.1:${BARE_PORT}`, cookie: '', pid: child.pid! }
  const get = (path: string) => () => ({ method: 'GET', path })
  const asks: [string, typeof bare, () => Ask][] = [
    ['bare Hono, the same 50 rows', bare, get('/v1/instances')],
    ['list page of 50', server, get(list)],
    ['view by name', server, get(`/v1/instances/instance-00003?project=${name}`)],
  ]
  const figures = asks.map(() => ({ perSecond: [] as number[], micros: [] as number[] }))
  for (let turn = 0; turn <= ROUNDS; turn++)
    for (const [index, [, target, ask]] of asks.entries()) {
      const before = processorTime(target.pid)
      const { length } = await load(target, ask, 32, SECONDS)
      // The first turn warms up.
      if (turn === 0) continue
      figures[index]!.perSecond.push(length / SECONDS)
      figures[index]!.micros.push(((processorTime(target.pid) - before) * 1000) / length)
    }
  child.kill()
  await server.stop()
  const base = figures[0]!
  return [
    {
      title: 'Server against bare Hono',
      note: `32 connections, signed in and authorized, medians of ${ROUNDS} turns of ${SECONDS} s each, client and servers on the same cores. Processor time is that of the server alone, so that other work on the machine hardly changes its ratio.`,
      columns: ['request', 'requests/s', 'of bare', 'processor time, µs', 'bare / this'],
      rows: asks.map(([request], index) => {
        const { perSecond, micros } = figures[index]!
        return [
          request,
          Math.round(median(perSecond)),
          `${round(median(perSecond) / median(base.perSecond), 3)} ×`,
          Math.round(median(micros)),
          `${round(median(base.micros) / median(micros), 3)} ×`,
        ]
      }),
    },
  ]
}
