import { FairQueue, type Lane } from '../database/fair-queue.ts'
import { eventLoopTurn } from './event-loop-turn.ts'
import type { Services } from './services.ts'

/** Time that requests may take in one turn of the event loop before the others wait for the next one. */
const TURN_MS = 4

/** Requests that go on in one turn of the event loop at most. */
const MAX_RESUMED = 32

type AfterInput = NonNullable<Services['afterInput']>

/**
 * Lets the requests that have arrived go on in turns of all silos and users. Node runs the code of each request as soon as it has
 * read it, so without this a client would wait for the code of all requests that arrived before its own.
 */
class CallerTurns {
  readonly #afterInput: AfterInput
  readonly #waiting = new FairQueue<() => void>()
  #isScheduled = false
  #began = 0

  constructor(afterInput: AfterInput) {
    this.#afterInput = afterInput
  }

  take(lane: Lane): Promise<void> | void {
    if (!this.#isScheduled) {
      this.#began = performance.now()
      this.#schedule()
      return
    }
    if (this.#waiting.size === 0 && this.#hasTime()) return
    return new Promise((resolve) => this.#waiting.push(lane, resolve))
  }

  #hasTime(): boolean {
    return performance.now() - this.#began < TURN_MS
  }

  /** Each callback resumes one request, because the host runs the code of that request only after the callback. */
  #schedule(): void {
    this.#isScheduled = true
    const count = Math.min(Math.max(this.#waiting.size, 1), MAX_RESUMED)
    for (let at = 1; at <= count; at++) this.#afterInput(() => this.#next(at === 1, at === count))
  }

  #next(isFirst: boolean, isLast: boolean): void {
    if (isFirst) this.#began = performance.now()
    const resume = isFirst || this.#hasTime() ? this.#waiting.shift() : undefined
    if (isLast) {
      this.#isScheduled = false
      if (resume || this.#waiting.size > 0) this.#schedule()
    }
    resume?.()
  }
}

const allTurns = new WeakMap<AfterInput, CallerTurns>()

/** Waits until it is the turn of a request that has arrived. Returns undefined if it need not wait. */
export function callerTurn({ afterInput }: Pick<Services, 'afterInput'>, lane: Lane): Promise<void> | void {
  if (!afterInput) return
  const turns = allTurns.get(afterInput) ?? new CallerTurns(afterInput)
  allTurns.set(afterInput, turns)
  return turns.take(lane)
}

/** Ends one step of work that is too long for one turn of the event loop. */
export const nextTurn = (services: Pick<Services, 'afterInput'>, lane: Lane): Promise<void> | void =>
  services.afterInput ? callerTurn(services, lane) : eventLoopTurn()
