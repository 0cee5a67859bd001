import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../../../control-plane/test/postgres.ts'
import { round, type Section } from '../report.ts'
import { countPostgres } from './count-postgres.ts'
import { type Counted, countRows } from './count-rows.ts'
import { countLines } from './log-lines.ts'
import { type MixedLoad, startLoad } from './mixed-load.ts'
import { compareQuarters, withRows } from './quarters.ts'
import type { Sample } from './sample.ts'
import { ADMIN } from './session.ts'

const SERVER = fileURLToPath(new URL('fast-server.ts', import.meta.url))
const PORT = 8455
/** Hours of the server's clock, at least. */
const HOURS = 8
/** Changes that the hours stand for: the run goes on until there are as many. */
const CHANGES = 2_000_000
/** Hours of the server's clock after which a run ends in any case. */
const MOST_HOURS = 23
/** Seconds of the server's clock in a second of the host. */
const PACE = 20
/** The most hours are over within one of the host: the database has processes of its own, and so takes longer for a change. */
const POSTGRES_PACE = 24
/** Tables are vacuumed as often as at a clock of the usual pace. */
const VACUUM = ['autovacuum=on', 'autovacuum_naptime=2s']
/** Minutes of the server's clock after which everything is deleted. */
const RETENTION = 30
/** Its minutes between two samples. */
const INTERVAL = 10
/** Its minutes until the first rows are old enough, and their deletion has come round. */
const WARM_UP = RETENTION + 20

/** A database that a server runs on in fast motion. */
type Played = {
  name: string
  /** The server's seconds in a second of the host. */
  pace: number
  /** Changes at least, within the most hours. */
  least: number
  settings?: Record<string, string>
  count: (copies: string) => Counted | Promise<Counted>
}

/** Plays eight hours of mixed load at a faster clock, and compares what the server uses early and late. */
export const measureFastMotion = async (): Promise<Section[]> => [
  await play({ name: 'embedded database', pace: PACE, least: CHANGES, count: countRows }),
]

/** The same on PostgreSQL. */
export async function measureFastMotionOnPostgres(): Promise<Section[]> {
  const postgres = await startPostgres(VACUUM)
  if ('missing' in postgres) {
    console.warn(`fast motion on PostgreSQL is not measured: ${postgres.missing}`)
    return []
  }
  const { url } = postgres
  const settings = { GRANARY_DATABASE_URL: url }
  try {
    return [
      await play({
        name: 'PostgreSQL',
        pace: POSTGRES_PACE,
        least: CHANGES,
        settings,
        count: () => countPostgres(url),
      }),
    ]
  } finally {
    await postgres.stop()
  }
}

async function play({ name, pace, least, settings = {}, count }: Played): Promise<Section> {
  const data = mkdtempSync(join(tmpdir(), 'granary-bench-'))
  const copies = join(data, 'copy')
  mkdirSync(copies)
  const own = { GRANARY_PORT: String(PORT), GRANARY_DATA: data, GRANARY_SIMULATED_SLEDS: '64', ...ADMIN }
  const server = fork(SERVER, [String(pace), String(RETENTION)], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...own, ...settings },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const lines = countLines(server.stderr!)
  const loadBefore = loadavg()[0]!
  try {
    const [url] = (await once(server, 'message')) as [string]
    const load = await startLoad(url)
    const { samples, changes, hours } = await follow(load, { pace, least }, async () => {
      server.send('sample')
      const [sample] = (await once(server, 'message')) as [Sample]
      return { sample, ...(await count(copies)) }
    })
    await load.stop()
    server.kill('SIGTERM')
    await once(server, 'exit')
    return {
      title: `Fast motion, ${name}`,
      note: `${round(hours)} hours of one server whose clock runs ${pace} times as fast, with settings that delete everything after ${RETENTION} minutes of it. Clients create, start, reboot, snapshot, stop and delete machines, disks, projects and small resources, upload, replace firewall rules, sign in and listen: ${load.requests()} requests and ${changes} changes (the goal is ${CHANGES.toLocaleString('en')}; other programs used the two cores too, load average before: ${round(loadBefore)}). Medians of the first quarter of the samples after ${WARM_UP} minutes, and of the last. More changes in a second leave more rows within these minutes. Sources of metrics (\`metric_source\`) and blocks of latencies by the hour, one for each day, stay for at least a day, which is not over, and so grow by design. Lines in the log: ${lines() || 'none'}.`,
      columns: ['figure', 'first quarter', 'last quarter', 'ratio'],
      rows: compareQuarters(samples),
    }
  } finally {
    server.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
}

type Taken = Counted & { sample: Sample }

/** Takes a sample at intervals until the hours are over and there are enough changes. */
async function follow(
  load: MixedLoad,
  { pace, least }: { pace: number; least: number },
  take: () => Promise<Taken>,
) {
  const samples: Sample[] = []
  const started = performance.now()
  let [changes, before] = [0, started]
  let minute = 0
  while (minute < HOURS * 60 || (changes < least && minute < MOST_HOURS * 60)) {
    minute += INTERVAL
    await Promise.race([sleep(started + (minute * 60_000) / pace - performance.now()), load.failed])
    const taken = await take()
    const now = performance.now()
    const rate = Math.round(((taken.changes - changes) * 1000) / (now - before))
    ;[changes, before] = [taken.changes, now]
    console.warn(
      `${minute} minutes, ${changes} changes`,
      JSON.stringify({ ...taken.sample, ...taken.figures }),
    )
    if (minute > WARM_UP)
      samples.push(
        withRows({ 'changes in a second of the host': rate, ...taken.sample, ...taken.figures }, taken.rows),
      )
  }
  return { samples, changes, hours: minute / 60 }
}
