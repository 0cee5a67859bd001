import { forgetOldest } from '../kit/base/forget-oldest.ts'
import { clientNetwork } from '@granary/domain/client-networks.ts'
import type { Presented } from '../access/authenticate.ts'
import { rememberedCaller } from '../access/caller.ts'
import { FairQueue, type QueueKey } from '../database/fair-queue.ts'
import { ApiError } from '../kit/base/errors.ts'
import type { GateMetrics, Services } from '../kit/context/services.ts'
import type { Bindings } from '../kit/request/bindings.ts'

/** Requests that run at once. Each has a seat, and a large one has several, as in Kubernetes' API priority and fairness. */
export const SEATS = 32
/** Seats of a request that computes much, or waits for a thread: of the four threads of a host, one silo has three at most. */
export const LARGE = SEATS / 4
/** The share of the seats that one silo may have, so that the others begin at once beside it. */
const SHARE = 3 / 4
/** Seats that are given away in one turn of the event loop, because the code of all that get one runs before anything else does. */
const SEATS_IN_A_TURN = LARGE
/** Time after which a request that waits for its seat is refused; milliseconds. */
const MAX_WAIT_MS = 10_000
/** A user who has sent nothing for so long may send as many requests at once as the rate allows in this time; seconds. */
const BURST_S = 10
/** Users and networks whose requests are counted. */
const MAX_COUNTED = 10_000

type Level = Parameters<GateMetrics['waited']>[0]
const NO_METRICS: GateMetrics = { waited: () => {}, refused: () => {} }

type Options = {
  /** Requests of a user that are answered in a second, in the mean; 0 for no limit. */
  rate: number
  /** Calls back after the host has read the requests that have already arrived, so that they all stand in the queue. */
  afterInput?: ((run: () => void) => void) | undefined
  metrics?: GateMetrics | undefined
  seats?: number
}

/** A request at the gate. */
export type SeatRequest = {
  key: QueueKey
  /** One unless it is large. */
  seats?: number | undefined
  /** Time after which its seat is given to others, because it waits for something outside, such as a driver that hangs; milliseconds. */
  maxMs?: number | undefined
}

/** Returns the queue of requests without a known caller: that of the client's network. */
export const queueOfNetwork = ({ clientAddress }: Pick<Bindings, 'clientAddress'>): QueueKey => ({
  silo: '',
  user: clientNetwork(clientAddress),
})

/**
 * Returns the queue that a request waits in, before its caller is found: that of the user whom the server remembers by the credential,
 * even if it holds no longer, else that of the client's network.
 */
export function queueOf(services: Services, presented: Presented | null, client: Bindings): QueueKey {
  const caller = presented && rememberedCaller(services, presented)
  return caller ? { silo: caller.siloId, user: caller.userId } : queueOfNetwork(client)
}

type Waiting = { seats: number; begin: () => void }

/**
 * The one place where requests wait for each other. A request passes it once, before anything else is done for it: the rate limit of
 * its user, then the queue, in which silos take turns and in a silo its users, then a seat, which it has until it is answered. A
 * request that has a seat waits for nothing but the database.
 */
export class Gate {
  readonly #seats: number
  readonly #mostOfSilo: number
  readonly #afterInput: (run: () => void) => void
  readonly #metrics: GateMetrics
  readonly #rate: RateLimit
  readonly #queue = new FairQueue<Waiting>()
  readonly #bySilo = new Map<string, number>()
  readonly #waiting: Record<Level, number> = { user: 0, network: 0 }
  #used = 0
  #isScheduled = false

  constructor({ rate, afterInput = (run) => run(), metrics = NO_METRICS, seats = SEATS }: Options) {
    this.#rate = new RateLimit(rate)
    this.#seats = seats
    this.#mostOfSilo = Math.floor(seats * SHARE)
    this.#afterInput = afterInput
    this.#metrics = metrics
  }

  /** Requests that wait, by level, and seats that are taken. */
  get state() {
    return { waiting: { ...this.#waiting }, used: this.#used }
  }

  /** Counts a request of a user or network. @throws ApiError 429 when there are too many. */
  limit(key: QueueKey): void {
    const seconds = this.#rate.take(`${key.silo} ${key.user}`)
    if (seconds === 0) return
    this.#metrics.refused('rate')
    const message = `more than ${this.#rate.perSecond} requests a second came from you: wait, and send fewer`
    throw new ApiError(429, 'TooManyRequests', message, { 'retry-after': String(Math.ceil(seconds)) })
  }

  /**
   * Runs a request when it has its seats.
   * @param work may leave its seats before its end, when it waits for something else.
   * @throws ApiError 503 if it had none in time.
   */
  async run<Result>(
    { key, seats = 1, maxMs }: SeatRequest,
    work: (leave: () => void) => Promise<Result>,
  ): Promise<Result> {
    await this.#wait(key, seats)
    let isTaken = true
    const leave = () => {
      if (!isTaken) return
      isTaken = false
      this.#used -= seats
      const left = this.#bySilo.get(key.silo)! - seats
      if (left === 0) this.#bySilo.delete(key.silo)
      else this.#bySilo.set(key.silo, left)
      this.#schedule()
    }
    const timer = maxMs === undefined ? undefined : setTimeout(leave, maxMs)
    try {
      return await work(leave)
    } finally {
      clearTimeout(timer)
      leave()
    }
  }

  async #wait(key: QueueKey, seats: number): Promise<void> {
    const level = key.silo === '' ? 'network' : 'user'
    const arrived = performance.now()
    const { promise: hasSeats, resolve: begin, reject } = Promise.withResolvers<void>()
    const item = { seats, begin }
    const timer = setTimeout(() => {
      this.#queue.remove(key, item)
      this.#metrics.refused('wait')
      reject(tooBusy())
      // Others may have waited behind it.
      this.#schedule()
    }, MAX_WAIT_MS)
    this.#waiting[level] += 1
    this.#queue.push(key, item)
    this.#schedule()
    try {
      await hasSeats
    } finally {
      clearTimeout(timer)
      this.#waiting[level] -= 1
      this.#metrics.waited(level, performance.now() - arrived)
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.size === 0) return
    this.#isScheduled = true
    this.#afterInput(() => {
      this.#isScheduled = false
      this.#seatNext()
    })
  }

  /**
   * Gives free seats away. A request that needs more than are free is next when they are. A silo is passed over from its first request
   * that its share has no room for: smaller ones that come later would keep a large one waiting.
   */
  #seatNext(): void {
    let isFull = false
    let given = 0
    const withItsShare = new Set<string>()
    const fits = ({ silo }: QueueKey, { seats }: Waiting) => {
      if ((this.#bySilo.get(silo) ?? 0) + seats > this.#mostOfSilo) withItsShare.add(silo)
      if (withItsShare.has(silo)) return false
      isFull ||= this.#used + seats > this.#seats || given + seats > SEATS_IN_A_TURN
      return !isFull
    }
    for (let next = this.#queue.next(fits); next; next = this.#queue.next(fits)) {
      const { key, item } = next
      given += item.seats
      this.#used += item.seats
      this.#bySilo.set(key.silo, (this.#bySilo.get(key.silo) ?? 0) + item.seats)
      item.begin()
    }
    if (given > 0) this.#schedule()
  }
}

const tooBusy = () =>
  new ApiError(503, 'ServiceNotAvailable', 'the server was too busy to answer in time; try again', {
    'retry-after': '5',
  })

/** A token bucket for each user and network: it fills by the rate, and each request takes one out. */
class RateLimit {
  readonly perSecond: number
  readonly #buckets = new Map<string, { tokens: number; time: number }>()

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  /** @returns 0, or the seconds until the next request may come. */
  take(of: string): number {
    if (this.perSecond === 0) return 0
    const [time, most] = [performance.now(), this.perSecond * BURST_S]
    const known = this.#buckets.get(of)
    const tokens = known ? Math.min(most, known.tokens + ((time - known.time) / 1000) * this.perSecond) : most
    // The users who have sent something last are at the end.
    this.#buckets.delete(of)
    if (this.#buckets.size >= MAX_COUNTED) forgetOldest(this.#buckets)
    this.#buckets.set(of, { tokens: tokens < 1 ? tokens : tokens - 1, time })
    return tokens < 1 ? (1 - tokens) / this.perSecond : 0
  }
}
