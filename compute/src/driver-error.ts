/**
 * Why a driver refused or failed a command:
 * - `insufficient_capacity`: not enough threads, memory or storage at the moment. The same request may succeed later.
 * - `unreachable`: the host or its engine did not answer. It is unknown whether the request took effect, so repeat it.
 * - `invalid`: the request contradicts the state of its target. Repeating it can't help.
 * - `not_found`: the driver doesn't know the target.
 * - `internal`: any other failure of the engine. Repeating the request may help.
 */
export type DriverErrorKind = 'insufficient_capacity' | 'unreachable' | 'invalid' | 'not_found' | 'internal'

/** The only error that a driver throws. `message` states for people the refused command and the reason. */
export class DriverError extends Error {
  readonly kind: DriverErrorKind

  constructor(kind: DriverErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DriverError'
    this.kind = kind
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return this.kind === 'unreachable' || this.kind === 'internal' || this.kind === 'insufficient_capacity'
  }
}
