/** Lets the host handle requests that have arrived. It takes no time of the clock, which may stand still in tests. */
export const eventLoopTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/**
 * Runs work, and tells whether it waited beyond this turn of the event loop: for more than a millisecond, and for something from outside,
 * such as the rest of a body.
 */
export async function noticingWait<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; waited: boolean }> {
  let waited = false
  const timer = setTimeout(() => (waited = true), 0)
  try {
    const result = await work()
    return { result, waited }
  } finally {
    clearTimeout(timer)
  }
}
