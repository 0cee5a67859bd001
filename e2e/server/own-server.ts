import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_PASSWORD } from '../places.ts'

const MAIN = join(import.meta.dirname, '../../server/src/main.ts')

/** A server that one test has to itself and may kill. */
export type OwnServer = {
  /** Its data folder. */
  folder: string
  /** Kills it without a clean stop, and waits until it is gone. */
  kill: () => Promise<void>
  /** Starts it again on the same data, and waits until it serves. */
  start: () => Promise<void>
}

/**
 * Starts a server at an address while `use` runs. It serves the console that was built for the others.
 * @param settings further flags.
 * @param preloads URLs of modules that the server loads first.
 */
export async function withOwnServer(
  url: string,
  use: (server: OwnServer) => Promise<void>,
  settings: readonly string[] = [],
  preloads: readonly string[] = [],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'granary-e2e-own-'))
  let child: ChildProcess | null = null
  const start = async () => {
    const imports = preloads.flatMap((url) => ['--import', url])
    const flags = ['--port', new URL(url).port, '--data', folder, '--log-level', 'error', ...settings]
    const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, GRANARY_TEST_CLOCK_STEP } = process.env
    const inherited = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, GRANARY_TEST_CLOCK_STEP }
    const env = { ...inherited, GRANARY_COMPUTE: 'simulated', GRANARY_ADMIN_PASSWORD: ADMIN_PASSWORD }
    child = spawn(process.execPath, [...imports, MAIN, ...flags], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    const serving = new Promise<void>((resolve) =>
      child!.stdout!.on('data', (bytes: Buffer) => {
        output += bytes.toString()
        if (/^Granary is at /m.test(output)) resolve()
      }),
    )
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the server ended: ${output}`)
    })
    await Promise.race([serving, ended])
    // The test may end it after this point.
    ended.catch(() => {})
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  try {
    await start()
    await use({ folder, kill, start })
  } finally {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
