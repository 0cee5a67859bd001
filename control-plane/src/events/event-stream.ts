import { actorOf, type Context } from '../kit/context/context.ts'
import { accessVersion, currentActor } from '../access/caller.ts'
import type { Client } from '../access/allowed-sources.ts'
import { mayReceive } from '../shared/change-log/audience.ts'
import { describeError } from '../kit/base/describe-error.ts'
import { isAfter, type Position } from '../kit/sql/log-order.ts'
import { changesAfter, MAX_BACKLOG } from './change-feed.ts'
import { BATCH, type Follower, eventHubOf, type ChangeMessage, toMessages } from './hub.ts'
import { ending, signal } from './message.ts'

/** Bytes that a stream holds for a client that reads slowly. */
const MAX_UNREAD = 262_144
/** Heartbeats that a client may miss because it has not read earlier messages. */
const MAX_MISSED_BEATS = 4

export type Start = { cursor: Position; lost: boolean }
type Reading = { context: Context; client: Client }

/**
 * Streams every committed change after the cursor that the caller may read, as server-sent events. Reads the changes
 * up to now by itself, and gets all later ones from the hub.
 * @param onEnd called once, when the stream ends for any reason.
 */
export function eventStream(reading: Reading, start: Start, onEnd: () => void): ReadableStream<Uint8Array> {
  let stream: EventStream
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = new EventStream(reading, start, controller, onEnd)
      },
      pull: () => stream.drained(),
      cancel: () => stream.close(),
    },
    { highWaterMark: MAX_UNREAD, size: ({ byteLength }) => byteLength },
  )
}

class EventStream implements Follower {
  readonly #controller: ReadableStreamDefaultController<Uint8Array>
  readonly #hub: ReturnType<typeof eventHubOf>
  readonly #onEnd: () => void
  readonly #client: Client
  #context: Context
  #cursor: Position
  #ended = false
  /** Changes that the client has no room for yet, or that came while the stream read earlier ones. */
  #waiting: ChangeMessage[] = []
  #busy = true
  #missedBeats = 0
  #resume = () => {}

  constructor(
    { context, client }: Reading,
    { cursor, lost }: Start,
    controller: ReadableStreamDefaultController<Uint8Array>,
    onEnd: () => void,
  ) {
    this.#context = context
    this.#client = client
    this.#cursor = cursor
    this.#controller = controller
    this.#onEnd = onEnd
    // Send the cursor at once: a client that disconnects before any change still resumes without a gap.
    controller.enqueue(signal(lost ? 'reset' : 'hello', cursor))
    this.#hub = eventHubOf(context.services)
    this.#hub.join(this)
    this.#catchUp().catch((error: unknown) => this.end('the change log could not be read', error))
  }

  async refresh(version: string): Promise<void> {
    const actor = actorOf(this.#context)
    const now = await currentActor(this.#context.services, { actor, client: this.#client }, version)
    if (!now) this.end('access has ended')
    else if (now !== actor) this.#context = { ...this.#context, actor: now }
  }

  tell(changes: readonly ChangeMessage[]): void {
    this.#waiting.push(...changes)
    if (!this.#busy) void this.#pass()
    else if (this.#waiting.length > MAX_BACKLOG) this.#drop()
  }

  beat(cursor: Position): void {
    if (!this.#hasRoom()) return ++this.#missedBeats >= MAX_MISSED_BEATS ? this.#drop() : undefined
    this.#missedBeats = 0
    // A busy stream has changes to send, and its own position.
    if (this.#busy) return
    this.#cursor = cursor
    this.#controller.enqueue(signal('beat', cursor))
  }

  end(reason: string, error?: unknown): void {
    if (this.#ended) return
    const { requestId, services } = this.#context
    const fields = { requestId, reason, ...(error === undefined ? {} : { error: describeError(error) }) }
    services.log('warn', 'event stream ended', fields)
    this.close()
    this.#controller.enqueue(ending(reason))
    this.#controller.close()
  }

  /** Stops without a message: the client has gone, or the end has been sent. */
  close(): void {
    if (this.#ended) return
    this.#ended = true
    this.#waiting = []
    this.#hub.leave(this)
    this.#onEnd()
    this.drained()
  }

  /** Goes on: the client has read. */
  drained(): void {
    this.#resume()
  }

  /** Reads the changes that came before the hub's first ones. */
  async #catchUp(): Promise<void> {
    await this.#hub.begun
    for (let more = true; more && !this.#ended;) {
      const read = await changesAfter(this.#context, this.#cursor, BATCH)
      const messages = await toMessages(this.#context, read.changes)
      await this.refresh(await accessVersion(this.#context.services))
      await this.#send(messages)
      more = read.more
    }
    await this.#pass()
  }

  /** Sends the waiting changes, as the client has room for them. */
  async #pass(): Promise<void> {
    this.#busy = true
    while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, BATCH))
    this.#busy = false
  }

  async #send(changes: readonly ChangeMessage[]): Promise<void> {
    for (const change of changes) {
      if (this.#ended) return
      if (!isAfter(change.cursor, this.#cursor)) continue
      this.#cursor = change.cursor
      if (mayReceive(this.#context, change)) this.#controller.enqueue(change.message)
    }
    while (!this.#ended && !this.#hasRoom()) await new Promise<void>((resolve) => (this.#resume = resolve))
  }

  #hasRoom(): boolean {
    return (this.#controller.desiredSize ?? 0) > 0
  }

  #drop(): void {
    this.end('the client reads too slowly')
  }
}
