import type { Clock } from '@granary/compute/clock.ts'

/** Time that an answer may take; milliseconds. */
const DEADLINE_MS = 30_000

const tooLate = () => new Error('no answer within 30 seconds')

/**
 * Waits for an answer that may never come, such as that of a driver that hangs.
 * @param late returns the error of an answer that takes longer than 30 seconds.
 * @throws Error after 30 seconds.
 */
export function inTime<Result>(
  { clock }: { clock: Clock },
  work: Promise<Result>,
  late: () => Error = tooLate,
): Promise<Result> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const cancel = clock.setTimer(DEADLINE_MS, () => reject(late()))
  return Promise.race([work, ended]).finally(cancel)
}
