/**
 * Why a driver did not do what it was asked:
 * - `insufficient_capacity`: no room for it now (threads, memory, storage); the same request may succeed later.
 * - `unreachable`: the host or its engine did not answer; whether the request took effect is unknown, so repeat it.
 * - `invalid`: the request contradicts the state of the thing it names; repeating it cannot help.
 * - `not_found`: the thing that it names is unknown to the driver.
 * - `internal`: the engine failed in a way that has no better name; repeating it may help.
 */
export type DriverErrorKind = 'insufficient_capacity' | 'unreachable' | 'invalid' | 'not_found' | 'internal'

/** The only error that a driver throws. `message` is for people: it says what was refused and why. */
export class DriverError extends Error {
  readonly kind: DriverErrorKind

  constructor(kind: DriverErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DriverError'
    this.kind = kind
  }

  /** Whether the same request may succeed when it is made again later. */
  get retryable(): boolean {
    return this.kind === 'unreachable' || this.kind === 'internal' || this.kind === 'insufficient_capacity'
  }
}
