/** Removes the error code, which is for programs, from the reason why an instance was not started. */
export const startProblemWords = (problem: string): string =>
  problem.replace(/^Insufficient capacity: (Failed to place instance: )?/, '')
