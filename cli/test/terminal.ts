import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { run } from '../src/run.ts'

export type Ended = { code: number; out: string; err: string }

export type Terminal = {
  /** Runs a command line. */
  granary: (...args: string[]) => Promise<Ended>
  /** Path of the stored sign-ins. */
  config: string
  environment: Record<string, string>
  /** Sets the next content of standard input. */
  type: (text: string) => void
  /** Makes standard input a terminal with these chunks of typed text. */
  keyboard: (keys: AsyncIterable<string>) => void
  /** Makes standard output a terminal of this width. */
  width: (columns: number) => void
  /** All messages so far, while a command runs. */
  said: () => string
  interrupt: () => void
  /** Interrupts again, during the cleanup. */
  interruptAgain: () => void
  /** Makes standard error a terminal of this width. */
  watch: (columns: number) => void
}

/** A user at a command line, with a home folder that is deleted after the test. */
export function openTerminal(): Terminal {
  const home = mkdtempSync(join(tmpdir(), 'granary-cli-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const environment: Record<string, string> = { HOME: home }
  let input = ''
  let keys: AsyncIterable<string> | null = null
  let columns: number | undefined
  let said = ''
  let watched: number | undefined
  let abort = new AbortController()
  let again = new AbortController()
  return {
    environment,
    config: join(home, '.config/granary/config.json'),
    type: (text) => (input = text),
    keyboard: (typed) => (keys = typed),
    width: (wide) => (columns = wide),
    said: () => said,
    interrupt: () => abort.abort(),
    interruptAgain: () => again.abort(),
    watch: (wide) => (watched = wide),
    async granary(...args) {
      let [out, err] = ['', '']
      said = ''
      abort = new AbortController()
      again = new AbortController()
      const text = (part: string | Uint8Array) =>
        typeof part === 'string' ? part : Buffer.from(part).toString()
      const code = await run(args, {
        environment,
        out: {
          write: (part) => void ((out += text(part)), (said += text(part))),
          ...(columns ? { isTTY: true, columns } : {}),
        },
        err: {
          write: (part) => void ((err += text(part)), (said += text(part))),
          ...(watched ? { isTTY: true, columns: watched } : {}),
        },
        input: keys ? keyboardOf(keys) : (new Blob([input]).stream() as unknown as AsyncIterable<Uint8Array>),
        // Shortens every wait.
        wait: () => wait(20, undefined, { signal: abort.signal }),
        interrupted: abort.signal,
        interruptedAgain: again.signal,
      })
      return { code, out, err }
    },
  }
}

async function* bytesOf(keys: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const key of keys) yield Buffer.from(key)
}

const keyboardOf = (keys: AsyncIterable<string>) =>
  Object.assign(bytesOf(keys), { isTTY: true, setRawMode: () => {} })
