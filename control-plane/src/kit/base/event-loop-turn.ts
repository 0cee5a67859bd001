/** Lets the host handle requests that have arrived. It takes no time of the clock, which may stand still in tests. */
export const eventLoopTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
