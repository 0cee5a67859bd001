import { present } from '../kit/base/present.ts'
import type { ReadContext } from '../kit/context/context.ts'
import type { InnerServices } from '../kit/context/services.ts'
import { ACCESS_CHECK_INTERVAL_MS, accessVersion } from '../access/caller.ts'
import { type Audience, audienceOf, linkedSilos } from '../shared/change-log/audience.ts'
import { type Position, positionOf } from '../kit/sql/log-order.ts'
import { changesAfter, latestCursor, type LoggedChange } from './change-feed.ts'
import { changeMessage } from './message.ts'

/** A change as all streams of a server share it: read, formatted and encoded once. */
export type ChangeMessage = Audience & { cursor: Position; message: Uint8Array }

/** A stream as the hub sees it. */
export type Follower = {
  /** Reads the caller again if their access may have changed. @param version of access, see `accessVersion`. */
  refresh: (version: string) => Promise<void>
  tell: (changes: readonly ChangeMessage[]) => void
  beat: (cursor: Position) => void
  end: (reason: string, error?: unknown) => void
}

/** Access checks per heartbeat, which comes every 15 seconds, so that both ends notice a lost connection. */
const CHECKS_PER_BEAT = 3
/** Interval between reads while changes wait for an older transaction (PostgreSQL); milliseconds. */
const UNSETTLED_POLL_INTERVAL_MS = 100
/** Maximum number of changes per read. */
export const BATCH = 500

const running = (): { hub?: Hub | undefined } => ({})

/** Returns the hub of this server, which runs as long as it has followers. */
export function eventHubOf(services: InnerServices): Hub {
  const its = services.state.of(running)
  return (its.hub ??= new Hub(services, () => (its.hub = undefined)))
}

/** Makes changes ready for all streams. */
export async function toMessages(
  from: Pick<ReadContext, 'db'>,
  changes: readonly LoggedChange[],
): Promise<ChangeMessage[]> {
  const linked = await linkedSilos(from, changes)
  return changes.map((row) => ({
    ...audienceOf(row, linked),
    cursor: positionOf(row),
    message: changeMessage(row),
  }))
}

/** Reads the change log once for all streams of a server. */
class Hub {
  /** Settles when the hub knows its position: followers that joined before hear every later change. */
  readonly begun: Promise<void>
  readonly #services: InnerServices
  /** What all streams share is read for none of them. */
  readonly #log: ReadContext
  readonly #followers = new Set<Follower>()
  readonly #stop: () => void
  #position!: Position
  #reading = false
  #due = { read: false, check: false, beat: false }
  /** The version of access at which the callers of all followers were read; empty if one has joined since. */
  #version = ''
  #cancelCheck = () => {}
  #cancelRetry = () => {}

  constructor(services: InnerServices, onStop: () => void) {
    this.#services = services
    this.#log = { db: services.state.db, engine: services.engine }
    this.begun = latestCursor(this.#log).then((cursor) => {
      this.#position = cursor
    })
    this.begun.catch(() => {})
    const stopListening = services.listen(() => this.#wake())
    this.#stop = () => {
      stopListening()
      this.#cancelCheck()
      this.#cancelRetry()
      onStop()
    }
    this.#checkLater(1)
  }

  join(follower: Follower): void {
    this.#followers.add(follower)
    // Its caller may have been read before the last change of access.
    this.#version = ''
  }

  leave(follower: Follower): void {
    if (this.#followers.delete(follower) && this.#followers.size === 0) this.#stop()
  }

  /** Checks the callers regularly, because the end of a session or a token is no change. @param count of this check. */
  #checkLater(count: number): void {
    this.#cancelCheck = this.#services.clock.setTimer(ACCESS_CHECK_INTERVAL_MS, () => {
      this.#due.check = true
      this.#due.beat ||= count % CHECKS_PER_BEAT === 0
      this.#checkLater(count + 1)
      this.#wake()
    })
  }

  #wake(): void {
    this.#due.read = true
    if (!this.#reading) void this.#read()
  }

  async #read(): Promise<void> {
    this.#reading = true
    try {
      await this.begun
      while (this.#due.read && this.#followers.size > 0) {
        const { check, beat } = this.#due
        this.#due = { read: false, check: false, beat: false }
        await this.#pass(check)
        if (beat) for (const follower of this.#followers) follower.beat(this.#position)
      }
    } catch (error) {
      for (const follower of this.#followers) follower.end('the change log could not be read', error)
    } finally {
      this.#reading = false
    }
  }

  /**
   * Passes on everything new. The callers are read after the changes, so that a removed role takes effect at once.
   * @param check whether to look for sessions and tokens that have ended, which is no change of access.
   */
  async #pass(check: boolean): Promise<void> {
    const { changes, more, unsettled } = await changesAfter(this.#log, this.#position, BATCH)
    const messages = await toMessages(this.#log, changes)
    const version = await accessVersion(this.#services)
    if (check || version !== this.#version) {
      this.#version = version
      for (const follower of this.#followers) await follower.refresh(version)
    }
    if (changes.length > 0) {
      this.#position = positionOf(present(changes.at(-1), 'the last change'))
      for (const follower of this.#followers) follower.tell(messages)
    }
    if (more) this.#due.read = true
    if (!unsettled) return
    this.#cancelRetry()
    this.#cancelRetry = this.#services.clock.setTimer(UNSETTLED_POLL_INTERVAL_MS, () => this.#wake())
  }
}
