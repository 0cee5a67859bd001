import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../ask.ts'
import { fill } from '../fill.ts'
import { median, p99, round, type Section } from '../report.ts'
import { startServer } from '../running-server.ts'
import { fillAlerts } from './fill-alerts.ts'
import type { Told } from './receiving.ts'

const PORT = 8466
const ALERTS = 10_000
const RECEIVERS = 20
/** After the start of the server, before the alerts are due; milliseconds. Lists are measured in the second half of it. */
const QUIET_MS = 20_000
/** Between two requests, so that they make no queue of their own; milliseconds. */
const PAUSE_MS = 20
const SETTINGS = { GRANARY_WEBHOOK_NETWORKS: '127.0.0.1', GRANARY_LOG_LEVEL: 'error' }

/** Measures how soon many alerts arrive at many receivers of which one hangs, and what a list notices of it. */
export async function measureAlerts(): Promise<Section[]> {
  const receiving = fork(join(import.meta.dirname, 'receiving.ts'), [String(ALERTS)])
  const { port } = await told(receiving, (each) => 'port' in each)
  const data = await withReceivers(port)
  fillAlerts(data, ALERTS, new Date(Date.now() + QUIET_MS))
  const [project] = fill(data, [50])
  const server = await startServer(PORT, data, SETTINGS)
  try {
    const list = () => ask(server, 'GET', `/v1/instances?project=${project}&limit=50`)
    const begun = told(receiving, (each) => 'begun' in each)
    await timesUntil(sleep(QUIET_MS / 2), list)
    const quiet = await timesUntil(begun, list)
    const began = performance.now()
    const done = new Set<string>()
    const complete = told(
      receiving,
      (each) => 'complete' in each && done.add(each.complete).size === RECEIVERS - 1,
    )
    const busy = await timesUntil(complete, list)
    const seconds = (performance.now() - began) / 1_000
    const { requests } = (await complete) as Extract<Told, { complete: string }>
    return [section(seconds, requests, quiet, busy, server.residentMiB())]
  } finally {
    await server.stop()
    receiving.kill()
  }
}

/** Makes a data folder with receivers. */
async function withReceivers(port: number): Promise<string> {
  const server = await startServer(PORT, undefined, SETTINGS)
  for (let at = 0; at < RECEIVERS; at++)
    await ask(server, 'POST', '/v1/webhook-receivers', {
      name: `receiver-${at}`,
      description: '',
      endpoint: `http://127.0.0.1:${port}/${at}`,
      secrets: ['of the bench'],
      subscriptions: ['**'],
    })
  await server.stop(true)
  return server.data
}

/** Waits until the receivers tell something. */
function told<Expected extends Told>(
  receiving: ChildProcess,
  isExpected: (told: Told) => told is Expected,
): Promise<Expected>
function told(receiving: ChildProcess, isExpected: (told: Told) => boolean): Promise<Told>
function told(receiving: ChildProcess, isExpected: (told: Told) => boolean): Promise<Told> {
  return new Promise((resolve) =>
    receiving.on('message', (each: Told) => {
      if (isExpected(each)) resolve(each)
    }),
  )
}

function section(
  seconds: number,
  requests: number,
  quiet: readonly number[],
  busy: readonly number[],
  memory: number,
): Section {
  const ratio = median(busy) / median(quiet)
  return {
    title: 'Alerts to many receivers',
    note: `${ALERTS} alerts are sent to ${RECEIVERS} receivers, of which the first one never answers. The server, its database, the receivers and the client that lists are on the same two cores. The ${RECEIVERS - 1} others have all alerts after ${round(seconds)} s (goal: 60): ${Math.round(requests / seconds)} deliveries a second. A list of 50 instances takes ${round(ratio, 2)} times as long meanwhile (goal: at most 1.3). Resident memory at the end: ${Math.round(memory)} MiB.`,
    columns: ['a list of 50 instances', 'requests', 'median ms', 'p99 ms', 'longest ms'],
    rows: [row('while no alert is sent', quiet), row('while alerts are sent', busy)],
  }
}

const row = (name: string, times: readonly number[]) => [
  name,
  times.length,
  round(median(times), 2),
  round(p99(times), 2),
  round(Math.max(...times)),
]

/** Repeats a request with pauses until a promise is settled. @returns how long each took, in milliseconds. */
async function timesUntil(end: Promise<unknown>, once: () => Promise<unknown>): Promise<number[]> {
  let isOver = false
  void end.then(() => (isOver = true))
  const times: number[] = []
  while (!isOver) {
    const began = performance.now()
    await once()
    times.push(performance.now() - began)
    await sleep(PAUSE_MS)
  }
  return times
}
