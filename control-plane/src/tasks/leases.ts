import { eachCall } from '../kit/base/each-call.ts'

/** The lease of a task has expired, so another worker may have taken the task over. */
export class LeaseExpired extends Error {
  constructor() {
    super('the lease of the task has expired')
  }
}

/**
 * Knows until when a worker holds the leases of its tasks, by a clock that nobody can set: a process that was stopped or starved
 * finds out that it was, before it goes on.
 */
export class Leases {
  readonly #duration: number
  readonly #until = new Map<string, number>()

  /** @param duration milliseconds. */
  constructor(duration: number) {
    this.#duration = duration
  }

  /** Runs a statement that leases tasks. Their leases count from before it was sent. @param leased returns their IDs. */
  async take<Result>(lease: () => Promise<Result>, leased: (result: Result) => readonly string[]) {
    const until = performance.now() + this.#duration
    const result = await lease()
    for (const id of leased(result)) this.#until.set(id, until)
    return result
  }

  forget(id: string): void {
    this.#until.delete(id)
  }

  /**
   * Returns a slow service for one task that refuses calls once the lease has expired.
   * @param outside passes each call on: the task has no slot until it has ended.
   * @throws LeaseExpired from the calls.
   */
  guard<Service extends object>(
    id: string,
    service: Service,
    outside: <Result>(call: Promise<Result>) => Promise<Result>,
  ): Service {
    const isHeld = () => performance.now() < (this.#until.get(id) ?? -Infinity)
    return eachCall(service, (call) => {
      if (!isHeld()) return Promise.reject(new LeaseExpired())
      const answer = call()
      return answer instanceof Promise ? outside(answer) : answer
    })
  }
}
