import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A server in a process of its own, as `npm start` runs it, and its output. */
export type ServerProcess = {
  process: ChildProcess
  url: string
  output: () => string
  errors: () => string
  /** Sends a signal and waits until the process ends. @returns the exit code, or null when the signal ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

const { PATH, NODE_COMPILE_CACHE } = process.env
/** The tests know how simulated machines behave. */
const SIMULATED = { GRANARY_COMPUTE: 'simulated' }

/** Starts a process and waits until it serves or ends. */
export async function startProcess(
  args: string[],
  environment: Record<string, string> = {},
): Promise<ServerProcess | { code: number; output: string; errors: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    // Node's options set the clock of the tests.
    env: { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS: process.env.NODE_OPTIONS, ...SIMULATED, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [output, errors] = ['', '']
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
  const exited = once(child, 'close') as Promise<[number | null]>
  const serving = new Promise<string>((resolve) =>
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      const url = /^Granary is at (\S+)$/m.exec(output)?.[1]
      if (url) resolve(url)
    }),
  )
  const first = await Promise.race([serving, exited])
  if (typeof first !== 'string') return { code: first[0] ?? -1, output, errors }
  return {
    process: child,
    url: first,
    output: () => output,
    errors: () => errors,
    async end(signal) {
      child.kill(signal)
      return (await exited)[0]
    },
  }
}

/** Starts a process that must serve. @throws Error with its output when it doesn't. */
export async function serve(args: string[], environment?: Record<string, string>): Promise<ServerProcess> {
  const started = await startProcess(args, environment)
  if ('url' in started) return started
  throw new Error(`the server ended with ${started.code}: ${started.errors}`)
}

/** Starts a process that must refuse. @throws Error when it serves. */
export async function refuse(args: string[], environment?: Record<string, string>) {
  const started = await startProcess(args, environment)
  if (!('url' in started)) return started
  throw new Error(`the server serves at ${started.url}`)
}
