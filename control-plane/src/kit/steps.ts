/** Work that yields between its steps, so that it can be done at once or in turns with other requests. */
export type Steps<Result> = Generator<void, Result>

/** Does all steps of some work. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Does some work with a turn after each of its steps. Await it outside of a transaction only. */
export async function inTurns<Result>(
  steps: Steps<Result>,
  nextTurn: () => Promise<void> | void,
): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}
