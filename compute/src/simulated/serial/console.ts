import type { Clock } from '../../clock.ts'
import type { SerialCloseReason, SerialConnection, SerialHistory, SerialRange } from '../../serial.ts'
import type { Phase } from '../timeline.ts'
import type { Guest } from './guest.ts'
import type { Networks } from '../networks.ts'
import { Clients } from './clients.ts'
import { bootEvents, rebootEvents, stopEvents } from './schedule.ts'
import type { Pace, SerialEvent } from './schedule.ts'
import type { Question } from './shell.ts'
import { Terminal } from './terminal.ts'
import type { TerminalState } from './terminal.ts'
import { Transcript } from './transcript.ts'
import type { StoredTranscript } from './transcript.ts'

/** Record of a console with input. A console without input can be derived from the machine alone. */
export interface ConsoleRecord {
  startedAt: number
  resetAt: number
  /** The transcript contains all events up to this time. */
  at: number
  terminal: TerminalState
  transcript: StoredTranscript
}

export interface ConsoleOptions {
  clock: Clock
  pace: Pace
  /** Milliseconds from a key to its effect. */
  echoDelay: number
  networks: Pick<Networks, 'probe' | 'links'>
  /** Called when the guest restarts or stops itself. */
  onPower: (effect: 'reboot' | 'poweroff') => void
  /** Called when the console has content that can't be derived from the machine alone. */
  onTyped: () => void
  /** Called when the last client has disconnected. */
  onIdle: () => void
}

/** The serial line of one machine from its start to its stop, shared by all clients. */
export class Console {
  readonly #options: ConsoleOptions
  readonly #terminal: Terminal
  readonly #transcript: Transcript
  readonly #clients: Clients
  readonly #encoder = new TextEncoder()
  #guest: Guest
  #events: SerialEvent[]
  #resetAt: number
  #stoppingAt: number | undefined
  #cancelTimer = () => {}
  /** The question whose answer the shell waits for. */
  #awaited: Question | undefined

  constructor(guest: Guest, saved: ConsoleRecord | undefined, options: ConsoleOptions) {
    const { startedAt, resetAt, readyAt } = guest.boot
    const { pace } = options
    const known = saved?.startedAt === startedAt ? saved : undefined
    const rebooted = resetAt !== startedAt
    const begun = known ? known.at : -Infinity
    const first = rebooted && known ? [] : bootEvents(guest, startedAt, rebooted ? startedAt : readyAt, pace)
    const again = rebooted ? rebootEvents(guest, guest.boot, pace) : []
    this.#options = options
    this.#clients = new Clients(() => this.#left())
    this.#guest = guest
    this.#resetAt = resetAt
    this.#terminal = new Terminal(known?.terminal)
    this.#transcript = new Transcript(known?.transcript)
    this.#events = [...first, ...again].filter((event) => event.at > begun)
    if (known && known.resetAt !== resetAt) {
      this.#terminal.reset()
      this.#events = again
    }
  }

  get startedAt(): number {
    return this.#guest.boot.startedAt
  }

  /** Whether the object can be discarded without loss. */
  get idle(): boolean {
    return this.#clients.size === 0 && !this.#awaited && !this.#events.some(isInput)
  }

  /** Follows a change of the machine, which still has a process. */
  follow({ state, at }: Phase, guest: Guest): void {
    this.advance()
    this.#guest = guest
    if (guest.boot.resetAt !== this.#resetAt) {
      this.#resetAt = guest.boot.resetAt
      this.#replaceEvents(rebootEvents(guest, guest.boot, this.#options.pace))
      this.#options.onTyped()
    }
    if (state === 'stopping' && this.#stoppingAt !== at) {
      this.#stoppingAt = at
      this.#replaceEvents(stopEvents(at, this.#options.pace))
    }
    this.advance()
  }

  /** Outputs all events that are due. */
  advance(): void {
    const now = this.#now()
    let output = ''
    for (let event = this.#events[0]; event && event.at <= now; event = this.#events[0]) {
      if (this.#awaited && isInput(event)) break
      this.#events.shift()
      output += this.#happen(event)
    }
    if (output !== '') this.#put(this.#encoder.encode(output))
    this.#wait()
  }

  history(range: SerialRange): SerialHistory {
    this.advance()
    return this.#transcript.read(range)
  }

  connect(mostRecent?: number): SerialConnection {
    this.advance()
    const beginning = this.#transcript.readAll(mostRecent)
    const connection = this.#clients.connect(beginning, (bytes) => this.#input(bytes))
    this.#wait()
    return connection
  }

  /** Ends every connection, after delivering what is due. */
  end(reason: SerialCloseReason): void {
    this.advance()
    this.#clients.end(reason)
    this.#cancelTimer()
  }

  record(): ConsoleRecord {
    this.advance()
    return {
      startedAt: this.#guest.boot.startedAt,
      resetAt: this.#resetAt,
      at: this.#now(),
      terminal: { ...this.#terminal.state },
      transcript: this.#transcript.toJSON(),
    }
  }

  /** After a client has disconnected. */
  #left(): void {
    this.#wait()
    if (this.#clients.size === 0) this.#options.onIdle()
  }

  #happen(event: SerialEvent): string {
    if (event.kind === 'output') return event.text
    if (event.kind === 'login') return this.#terminal.askForLogin(this.#guest.spec.hostname)
    const context = { guest: this.#guest, now: event.at }
    const { output, effects, waiting } =
      event.kind === 'rest'
        ? this.#terminal.resume(event.characters, context)
        : this.#terminal.type(event.bytes, context)
    if (waiting) void this.#ask(waiting.question, waiting.rest)
    for (const effect of effects) {
      if (effect === 'reboot' || effect === 'poweroff') this.#options.onPower(effect)
    }
    this.#options.onTyped()
    return output
  }

  /** Asks the network, prints the answer, and goes on with the input. */
  async #ask(question: Question, rest: readonly string[]): Promise<void> {
    this.#awaited = question
    const text = await this.#answer(question).catch(
      (error: unknown) => `the network of the simulation failed: ${String(error)}`,
    )
    // The machine may have stopped or restarted before the answer came.
    if (this.#awaited !== question) return
    this.#awaited = undefined
    this.#put(this.#encoder.encode(this.#terminal.printed(text, { guest: this.#guest, now: this.#now() })))
    if (rest.length > 0) this.#events.unshift({ kind: 'rest', at: this.#now(), characters: rest })
    this.#options.onTyped()
    this.advance()
  }

  async #answer(question: Question): Promise<string> {
    const { networks } = this.#options
    const { spec } = this.#guest
    if ('packet' in question) return question.print(await networks.probe(spec, question.packet))
    return question.printLinks(await networks.links(spec))
  }

  #input(bytes: Uint8Array): void {
    this.#insert({ kind: 'input', at: this.#now() + this.#options.echoDelay, bytes })
    this.advance()
  }

  #insert(event: SerialEvent): void {
    const index = this.#events.findIndex(({ at }) => at > event.at)
    this.#events.splice(index < 0 ? this.#events.length : index, 0, event)
  }

  #replaceEvents(events: SerialEvent[]): void {
    this.#events = events
    this.#awaited = undefined
    this.#terminal.reset()
  }

  #put(bytes: Uint8Array): void {
    this.#transcript.append(bytes)
    this.#clients.put(bytes)
  }

  /** Sets a timer for the next event if a client or the store needs it. */
  #wait(): void {
    this.#cancelTimer()
    const [next] = this.#events
    if (!next || this.idle || (this.#awaited && isInput(next))) return
    this.#cancelTimer = this.#options.clock.setTimer(next.at - this.#now(), () => this.advance())
  }

  #now(): number {
    return this.#options.clock.now().getTime()
  }
}

const isInput = ({ kind }: SerialEvent): boolean => kind === 'input' || kind === 'rest'
