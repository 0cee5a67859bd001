import type { Clock } from '@granary/compute/clock.ts'
import { describeError } from '@granary/control-plane/kit/base/describe-error.ts'
import type { ExportedRound, ExportedSample } from '@granary/control-plane/kit/base/exported-round.ts'
import type { Log } from '@granary/control-plane/kit/log/log.ts'
import { snappyLiterals } from './snappy.ts'
import { writeRequest } from './write-request.ts'

/** Outcome of samples: the receiver took them, it refused them for good, or the writer had no room or could not encode them. */
export type Outcome = 'sent' | 'refused' | 'dropped'

type Options = {
  clock: Clock
  log: Log
  /** Sends one request. @returns its HTTP status. @throws Error when there is no answer. */
  send: (body: Uint8Array) => Promise<number>
  /** Samples of one request. */
  batch: number
  /** Rounds that wait at most. The oldest make room. */
  maxRounds: number
  onOutcome: (outcome: Outcome, samples: number) => void
  onFailure: () => void
}

/** Waits between two attempts, in milliseconds: the first, and the longest. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000

/** Whether another attempt may succeed (remote write 1.0): other refusals stay. */
const mayRetry = (status: number): boolean => status >= 500 || status === 429

/**
 * Sends rounds of counters to a receiver of Prometheus remote write, in their order. A round waits in a bounded queue, so that a
 * receiver that is slow or down slows nothing and takes little memory.
 */
export class RemoteWriter {
  readonly #options: Options
  readonly #rounds: ExportedRound[] = []
  #isStopped = false
  #isRunning = false
  #failingSince: number | null = null
  #wake = () => {}

  constructor(options: Options) {
    this.#options = options
  }

  /** Samples that wait, without those of the round that is being sent. */
  get waiting(): number {
    return this.#rounds.reduce((sum, { size }) => sum + size, 0)
  }

  /** Since when the receiver has taken nothing; milliseconds since 1970, or null. */
  readonly failingSince = (): number | null => this.#failingSince

  /** Enqueues a round. Returns at once. */
  readonly offer = (round: ExportedRound): void => {
    if (this.#isStopped) return
    this.#rounds.push(round)
    if (this.#rounds.length > this.#options.maxRounds)
      this.#options.onOutcome('dropped', this.#rounds.shift()!.size)
    if (!this.#isRunning) void this.#run()
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isStopped = true
    this.#rounds.length = 0
    this.#wake()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      for (let round = this.#rounds.shift(); round; round = this.#rounds.shift())
        await this.#deliverAll(round)
    } finally {
      this.#isRunning = false
    }
  }

  /** Delivers a round. Drops the rest of one that can't be encoded. */
  async #deliverAll(round: ExportedRound): Promise<void> {
    const { batch, log, onOutcome } = this.#options
    let delivered = 0
    try {
      for (const samples of batchesOf(round, batch)) {
        await this.#deliver(round.time, samples)
        if (this.#isStopped) return
        delivered += samples.length
      }
    } catch (error) {
      log('error', 'remote write dropped a round', { error: describeError(error) })
      onOutcome('dropped', round.size - delivered)
    }
  }

  /** Tries until the receiver takes or refuses the samples. */
  async #deliver(time: number, samples: readonly ExportedSample[]): Promise<void> {
    const { log, send, onOutcome, onFailure } = this.#options
    const body = snappyLiterals(writeRequest(time, samples))
    for (let wait = FIRST_WAIT; !this.#isStopped; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      const answer = await send(body).catch((error: unknown) => describeError(error))
      if (typeof answer === 'number' && answer < 300) {
        this.#failingSince = null
        return onOutcome('sent', samples.length)
      }
      this.#failingSince ??= this.#options.clock.now().getTime()
      if (typeof answer === 'number' && !mayRetry(answer)) {
        log('warn', 'remote write was refused', { status: answer, samples: samples.length })
        return onOutcome('refused', samples.length)
      }
      onFailure()
      log('warn', 'remote write failed', { answer, retryAfterMs: wait })
      await this.#sleep(wait)
    }
  }

  #sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#options.clock.setTimer(ms, resolve)
    this.#wake = () => {
      cancel()
      resolve()
    }
    return promise
  }
}

function* batchesOf({ samples }: ExportedRound, size: number): Iterable<ExportedSample[]> {
  let batch: ExportedSample[] = []
  for (const sample of samples()) {
    batch.push(sample)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
