import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { round, type Section } from '../report.ts'
import { countRows } from './count-rows.ts'
import { countLines } from './log-lines.ts'
import { type MixedLoad, startLoad } from './mixed-load.ts'
import { compareQuarters, withRows } from './quarters.ts'
import type { Sample } from './sample.ts'
import { ADMIN } from './session.ts'

const SERVER = fileURLToPath(new URL('fast-server.ts', import.meta.url))
const PORT = 8455
/** Hours of the server's clock. */
const HOURS = 8
/** Its seconds in a second of the host. */
const PACE = Number(process.env.GRANARY_BENCH_PACE ?? 20)
/** Minutes of the server's clock after which everything is deleted. */
const RETENTION = 30
/** Its minutes between two samples. */
const INTERVAL = 10
/** Its minutes until the first rows are old enough, and their deletion has come round. */
const WARM_UP = RETENTION + 20

/** Plays eight hours of mixed load at a faster clock, and compares what the server uses early and late. */
export async function measureFastMotion(): Promise<Section[]> {
  const data = mkdtempSync(join(tmpdir(), 'granary-bench-'))
  const copies = join(data, 'copy')
  mkdirSync(copies)
  const settings = { GRANARY_PORT: String(PORT), GRANARY_DATA: data, GRANARY_SIMULATED_SLEDS: '64', ...ADMIN }
  const server = fork(SERVER, [String(PACE), String(RETENTION)], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const lines = countLines(server.stderr!)
  const loadBefore = loadavg()[0]!
  try {
    const [url] = (await once(server, 'message')) as [string]
    const load = await startLoad(url)
    const { samples, changes } = await follow(load, async () => {
      server.send('sample')
      const [sample] = (await once(server, 'message')) as [Sample]
      return { sample, ...countRows(copies) }
    })
    await load.stop()
    server.kill('SIGTERM')
    await once(server, 'exit')
    return [
      {
        title: `${HOURS} hours in fast motion, embedded database`,
        note: `One server whose clock runs ${PACE} times as fast, with settings that delete everything after ${RETENTION} minutes of it. Clients create, start, reboot, snapshot, stop and delete machines, disks, projects and small resources, upload, replace firewall rules, sign in and listen: ${load.requests()} requests and ${changes} changes (the goal is 2,000,000; other programs used the two cores too, load average before: ${round(loadBefore)}). Medians of the first quarter of the samples after ${WARM_UP} minutes, and of the last. More changes in a second leave more rows within these minutes. Sources of metrics (\`metric_source\`) stay for at least a day, which is not over, and so grow by design. Lines in the log: ${lines() || 'none'}.`,
        columns: ['figure', 'first quarter', 'last quarter', 'ratio'],
        rows: compareQuarters(samples),
      },
    ]
  } finally {
    server.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
}

type Taken = { sample: Sample; rows: Record<string, number>; changes: number }

/** Takes a sample at intervals until the hours are over. */
async function follow(load: MixedLoad, take: () => Promise<Taken>) {
  const samples: Sample[] = []
  const started = performance.now()
  let [changes, before] = [0, started]
  for (let minute = INTERVAL; minute <= HOURS * 60; minute += INTERVAL) {
    await Promise.race([sleep(started + (minute * 60_000) / PACE - performance.now()), load.failed])
    const taken = await take()
    const now = performance.now()
    const pace = Math.round(((taken.changes - changes) * 1000) / (now - before))
    ;[changes, before] = [taken.changes, now]
    console.warn(`${minute} of ${HOURS * 60} minutes, ${changes} changes`)
    if (minute > WARM_UP)
      samples.push(withRows({ 'changes in a second of the host': pace, ...taken.sample }, taken.rows))
  }
  return { samples, changes }
}
