import type { SerialCloseReason, SerialConnection, SerialHistory, SerialRange } from '../../serial.ts'
import type { Phase } from '../timeline.ts'
import type { Guest } from './guest.ts'
import { Clients } from './clients.ts'
import type { ConsoleOptions } from './console-options.ts'
import type { Probe } from './network-commands.ts'
import { InputPace } from './input-pace.ts'
import { InputRoom } from './input-room.ts'
import type { OutputStore, Progress, SavedConsole } from './output-store.ts'
import { bootEvents, rebootEvents, stopEvents } from './schedule.ts'
import type { SerialEvent } from './schedule.ts'
import { Terminal } from './terminal.ts'
import { Transcript } from './transcript.ts'

/** What a packet costs, in characters of output: ten of them take a second. */
const PROBE_COST = 25_600

/** The serial line of one machine from its start to its stop, shared by all clients. */
export class Console {
  readonly #options: ConsoleOptions
  readonly #terminal: Terminal
  readonly #transcript: Transcript
  readonly #clients: Clients
  readonly #pace = new InputPace()
  readonly #room = new InputRoom()
  readonly #encoder = new TextEncoder()
  /** How much of the output is stored; null for none. */
  #progress: Progress | null
  #guest: Guest
  #events: SerialEvent[]
  #resetAt: number
  #stoppingAt: number | undefined
  #cancelTimer = () => {}
  /** The packet whose reply the shell waits for. */
  #awaited: Probe | undefined

  constructor(guest: Guest, saved: SavedConsole | undefined, options: ConsoleOptions) {
    const { startedAt, resetAt, readyAt } = guest.boot
    const { pace } = options
    const isKnown = saved?.record.startedAt === startedAt
    const known = isKnown ? saved.record : undefined
    const rebooted = resetAt !== startedAt
    const begun = known ? known.at : -Infinity
    const first = rebooted && known ? [] : bootEvents(guest, startedAt, rebooted ? startedAt : readyAt, pace)
    const again = rebooted ? rebootEvents(guest, guest.boot, pace) : []
    this.#options = options
    this.#clients = new Clients(() => this.#left())
    this.#guest = guest
    this.#resetAt = resetAt
    this.#terminal = new Terminal(known?.terminal)
    this.#transcript = new Transcript(isKnown ? saved.output : undefined)
    this.#progress = isKnown ? saved.progress : null
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
    // One input at a time: other work of the host comes before the next.
    let isDone = false
    for (let event = this.#events[0]; event && event.at <= now; event = this.#events[0]) {
      if (isInput(event) && (isDone || this.#awaited || this.#pace.delay(now) > 0)) break
      isDone = isInput(event)
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
    this.#room.clear()
    this.#cancelTimer()
  }

  /** Stores what is new. */
  async save(id: string, store: OutputStore): Promise<void> {
    this.advance()
    const record = {
      startedAt: this.#guest.boot.startedAt,
      resetAt: this.#resetAt,
      at: this.#now(),
      terminal: { ...this.#terminal.state },
    }
    this.#progress = await store.save(id, record, this.#transcript, this.#progress)
  }

  /** After a client has disconnected. */
  #left(): void {
    this.#wait()
    if (this.#clients.size === 0) this.#options.onIdle()
  }

  #happen(event: SerialEvent): string {
    if (event.kind === 'output') return event.text
    const { hostname } = this.#guest.spec
    if (event.kind === 'prompt') return this.#terminal.start(hostname)
    if (event.kind === 'input') this.#room.remove(event.bytes.length)
    const {
      output,
      probe,
      rest = [],
    } = event.kind === 'rest'
      ? this.#terminal.resume(event.characters, hostname)
      : this.#terminal.type(event.bytes, hostname)
    const given = event.kind === 'rest' ? event.characters : event.bytes
    // Each client gets the output.
    this.#pace.spend(
      given.length - rest.length + output.length * Math.max(1, this.#clients.size),
      this.#now(),
    )
    if (rest.length > 0) this.#events.unshift({ kind: 'rest', at: event.at, characters: rest })
    if (probe) void this.#send(probe)
    this.#options.onTyped()
    return output
  }

  /** Sends a packet, prints the reply, and goes on with the input. */
  async #send(probe: Probe): Promise<void> {
    this.#awaited = probe
    this.#pace.spend(PROBE_COST, this.#now())
    const { spec } = this.#guest
    const text = await this.#options.networks.probe(spec, probe.packet).then(
      (reply) => probe.print(reply),
      (error: unknown) => `the network of the simulation failed: ${String(error)}`,
    )
    // The machine may have stopped or restarted before the reply came.
    if (this.#awaited !== probe) return
    this.#awaited = undefined
    this.#put(this.#encoder.encode(this.#terminal.printed(text, spec.hostname)))
    this.#options.onTyped()
    this.advance()
  }

  #input(bytes: Uint8Array): Promise<void> | undefined {
    const room = this.#room.add(bytes.length)
    this.#insert({ kind: 'input', at: this.#now() + this.#options.echoDelay, bytes })
    this.advance()
    return room
  }

  #insert(event: SerialEvent): void {
    const index = this.#events.findIndex(({ at }) => at > event.at)
    this.#events.splice(index < 0 ? this.#events.length : index, 0, event)
  }

  #replaceEvents(events: SerialEvent[]): void {
    this.#events = events
    this.#awaited = undefined
    this.#room.clear()
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
    const now = this.#now()
    const delay = isInput(next) ? this.#pace.delay(now) : 0
    this.#cancelTimer = this.#options.clock.setTimer(Math.max(next.at - now, delay), () => this.advance())
  }

  #now(): number {
    return this.#options.clock.now().getTime()
  }
}

const isInput = ({ kind }: SerialEvent): boolean => kind === 'input' || kind === 'rest'
