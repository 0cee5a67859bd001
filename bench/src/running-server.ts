import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PASSWORD = 'only-for-the-bench'

/** A server in its own process, on an empty data folder. */
export type BenchServer = {
  url: string
  cookie: string
  data: string
  pid: number
  residentMiB: () => number
  stop: (keep?: boolean) => Promise<void>
}

/**
 * Starts the server and signs in.
 * @param data an existing data folder; a new one if undefined.
 * @param settings further settings, as environment variables.
 */
export async function startServer(
  port: number,
  data = mkdtempSync(join(tmpdir(), 'granary-bench-')),
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const child = spawn(process.execPath, ['scripts/start.ts', '--port', String(port), '--data', data], {
    env: {
      ...process.env,
      GRANARY_COMPUTE: 'simulated',
      // A bench sends more than any user.
      GRANARY_REQUEST_RATE: '0',
      ...settings,
      GRANARY_ADMIN_PASSWORD: PASSWORD,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  const response = await fetch(`${url}/v1/login/main/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  return {
    url,
    data,
    pid: child.pid!,
    cookie: response.headers.get('set-cookie')!.split(';')[0]!,
    residentMiB: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop(keep = false) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      if (!keep) rmSync(data, { recursive: true, force: true })
    },
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not answer in a minute')
}
