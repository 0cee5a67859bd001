/**
 * Why a driver refused or failed a command:
 * - `insufficient_capacity`: not enough threads, memory or storage at the moment. The same request may succeed later.
 * - `unreachable`: the host or its engine did not answer. It is unknown whether the request took effect, so repeat it.
 * - `invalid`: the request contradicts the state of its target. Repeating it can't help.
 * - `not_found`: the driver doesn't know the target.
 * - `superseded`: the driver has taken a later request for the machine. Repeating this one can't help.
 * - `internal`: any other failure of the engine. Repeating the request may help.
 */
export type DriverErrorKind =
  | 'insufficient_capacity'
  | 'unreachable'
  | 'invalid'
  | 'not_found'
  | 'superseded'
  | 'internal'

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

/** Refuses a request for a machine of which the driver has taken a later one. */
export class Superseded extends DriverError {
  /** The number of the later request. */
  readonly latest: number

  /** @param latest the number of the later request. */
  constructor(machineId: string, latest: number) {
    super('superseded', `machine ${machineId} has had a later request, number ${latest}`)
    this.latest = latest
  }
}

/**
 * Returns the number of the last request for a machine, once this one has come. Without a number it counts as none.
 * @throws Superseded if a later one has come.
 */
export function latestRequest(machineId: string, latest: number, number: number | undefined): number {
  if (number === undefined) return latest
  if (number < latest) throw new Superseded(machineId, latest)
  return number
}
