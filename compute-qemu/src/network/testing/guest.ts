import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** Ports on which every guest answers. */
export const PORTS = [1, 22, 80, 443, 446]

/** A packet that a guest sends, and for how many milliseconds it waits for a reply. */
export interface Probe {
  protocol: 'tcp' | 'udp' | 'icmp'
  to: string
  port: number
  timeout: number
  /** Of UDP: where it comes from. */
  source?: string
  sourcePort?: number
}

/** An open connection. */
export interface Held {
  /** Sends something. @returns whether it comes back in these milliseconds. */
  echoes(timeout: number): Promise<boolean>
}

/** A process that stands for a machine. */
export class Guest {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #waiting = new Map<number, (answer: string | null | Error) => void>()
  #count = 0
  /** Words before a command that runs in the guest. */
  readonly words: readonly string[]

  private constructor(words: readonly string[], addresses: readonly string[]) {
    this.words = words
    this.#child = spawn(
      words[0]!,
      [
        ...words.slice(1),
        process.execPath,
        join(import.meta.dirname, 'guest-worker.ts'),
        JSON.stringify([PORTS, addresses]),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
  }

  /**
   * @param words words before a command that runs in the guest's namespace.
   * @param addresses at which it answers.
   */
  static async start(words: readonly string[], addresses: readonly string[]): Promise<Guest> {
    const guest = new Guest(words, addresses)
    await new Promise<void>((resolve, reject) => {
      guest.#child.once('close', (code) => {
        if (code !== 0) reject(new Error(`the guest ended with ${code}`))
        // Nobody may take the silence of a guest that has ended for packets that do not arrive.
        for (const fail of guest.#waiting.values()) fail(new Error('the guest has ended'))
      })
      createInterface({ input: guest.#child.stdout }).on('line', (line) => {
        const { ready, id, seen } = JSON.parse(line) as { ready?: true; id: number; seen: string | null }
        if (ready) return resolve()
        guest.#waiting.get(id)?.(seen)
        guest.#waiting.delete(id)
      })
    })
    return guest
  }

  /** Sends a probe. @returns the address that the reply shows (of TCP, the sender's as the receiver sees it), or null without one. */
  send(probe: Probe): Promise<string | null> {
    return this.#ask({ probe })
  }

  async #ask(question: object): Promise<string | null> {
    const id = this.#count++
    if (this.#child.exitCode !== null) throw new Error('the guest has ended')
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
      this.#child.stdin.write(JSON.stringify({ id, ...question }) + '\n')
    })
  }

  /** Opens a TCP connection. @throws Error without an answer. */
  async hold(to: string, port: number): Promise<Held> {
    const held = await this.#ask({ hold: { to, port } })
    if (held === null) throw new Error(`no connection with ${to}`)
    return { echoes: async (timeout) => (await this.#ask({ echo: { held, timeout } })) !== null }
  }

  end(): void {
    this.#child.stdin.end()
  }
}
