import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ask as askOnce } from './ask.ts'
import { fill } from './fill.ts'
import { load } from './load.ts'
import { processorTime } from './processor-time.ts'
import { median, round, type Section } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'
import type { Ask } from './send.ts'
import { stoppedInstance } from './stopped-instance.ts'

const PORT = 8461
const BARE_PORT = 8462
const BARE = fileURLToPath(new URL('bare-hono.ts', import.meta.url))
const SECONDS = 3
const ROUNDS = 5
const MANY_PROJECTS = 500
/** Creates go to so many projects in turn, because one may have 20,000 instances. */
const CREATED_IN = 4
/** Milliseconds between the writes that go on beside a list. */
const WRITE_INTERVAL_MS = 50

type Target = { url: string; cookie: string; pid: number }
type Measured = { name: string; target: Target; request: () => Ask; beside?: () => () => Promise<void> }

/** Compares requests with a bare Hono that answers with the same 50 rows, in turns. */
export async function measureAgainstBare(): Promise<Section[]> {
  const loadBefore = round(loadavg()[0]!)
  const empty = await startServer(PORT)
  await empty.stop(true)
  const [project, ...others] = fill(empty.data, [100, ...Array<number>(MANY_PROJECTS).fill(50)])
  const server = await startServer(PORT, empty.data)
  const listOf = (name: string) => `/v1/instances?project=${name}&limit=50`
  const list = listOf(project!)
  let turn = 0
  const inTurn = () => ({ method: 'GET', path: listOf(others[turn++ % MANY_PROJECTS]!) })
  const file = join(empty.data, 'page.json')
  writeFileSync(file, JSON.stringify(await askOnce(server, 'GET', list)))
  const child = spawn(process.execPath, [BARE, String(BARE_PORT), file])
  await once(child.stdout, 'data')
  const get = (path: string) => () => ({ method: 'GET', path })
  const bare = {
    name: 'bare Hono, the same 50 rows',
    target: { url: `http://127.0.0.1:${BARE_PORT}`, cookie: '', pid: child.pid! },
    request: get('/v1/instances'),
  }
  const reads: Measured[] = [
    { name: 'list page of 50', target: server, request: get(list) },
    {
      name: 'list page of 50, with 20 writes a second',
      target: server,
      request: get(list),
      beside: () => writes(server, `/v1/projects/${project}`),
    },
    {
      name: `list page of 50, of ${MANY_PROJECTS} projects in turn`,
      target: server,
      request: inTurn,
    },
    {
      name: 'view by name',
      target: server,
      request: get(`/v1/instances/instance-00003?project=${project}`),
    },
  ]
  const rows = await inTurns([bare, ...reads])
  const filled = others.slice(0, CREATED_IN)
  const create = { name: 'create, stopped', target: server, request: creates(filled) }
  // Its tasks go on after the answers, so it has turns of its own.
  rows.push(...(await inTurns([bare, create], () => settled(server, filled))))
  child.kill()
  await server.stop()
  return [
    {
      title: 'Server against bare Hono',
      note: `32 connections, signed in and authorized, medians of ${ROUNDS} turns of ${SECONDS} s each, client and servers on the same cores. Processor time is that of the server alone, so that other work on the machine hardly changes its ratio; that of a create includes its tasks. Other programs used the machine too: its load average before was ${loadBefore}.`,
      columns: ['request', 'requests/s', 'of bare', 'processor time, µs', 'bare / this'],
      rows,
    },
  ]
}

/** @param pause waits after each turn, and counts as work of its request. */
async function inTurns(all: Measured[], pause = async () => {}): Promise<(string | number)[][]> {
  const figures = all.map(() => ({ perSecond: [] as number[], micros: [] as number[] }))
  for (let turn = 0; turn <= ROUNDS; turn++)
    for (const [index, { target, request, beside }] of all.entries()) {
      const before = processorTime(target.pid)
      const end = beside?.()
      const { length } = await load(target, request, 32, SECONDS)
      await end?.()
      await pause()
      // The first turn warms up.
      if (turn === 0) continue
      figures[index]!.perSecond.push(length / SECONDS)
      figures[index]!.micros.push(((processorTime(target.pid) - before) * 1000) / length)
    }
  const base = figures[0]!
  return all.map(({ name }, index) => {
    const { perSecond, micros } = figures[index]!
    return [
      name,
      Math.round(median(perSecond)),
      `${round(median(perSecond) / median(base.perSecond), 3)} ×`,
      Math.round(median(micros)),
      `${round(median(base.micros) / median(micros), 3)} ×`,
    ]
  })
}

function creates(projects: readonly string[]): () => Ask {
  let made = 0
  return () => ({
    method: 'POST',
    path: `/v1/instances?project=${projects[made % projects.length]}`,
    body: stoppedInstance(`made-${made++}`),
  })
}

/** Changes a description at intervals. @returns a function that ends it. */
function writes(server: BenchServer, path: string): () => Promise<void> {
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await askOnce(server, 'PUT', path, { description: String(performance.now()) })
      await new Promise((resolve) => setTimeout(resolve, WRITE_INTERVAL_MS))
    }
  })()
  return () => {
    isOver = true
    return writing
  }
}

/** Waits until the tasks of created instances are done. */
async function settled(server: BenchServer, projects: readonly string[]): Promise<void> {
  for (const project of projects) {
    const path = `/v1/instances?project=${project}&filter=state:creating&limit=1`
    // oxlint-disable-next-line no-await-in-loop -- asked until none is left
    while ((await askOnce(server, 'GET', path)).items.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
