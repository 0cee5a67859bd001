export type Reports = {
  /** Sends no more reports, and waits for a running one. */
  stop: () => Promise<void>
}

/**
 * Reports from time to time, one at a time, also while nothing arrives: the answer to a report may end the download.
 * @param interval milliseconds.
 * @param onFailure called with the error of a report; there are no more reports then.
 */
export function startReports(
  report: () => Promise<void>,
  interval: number,
  onFailure: (error: unknown) => void,
): Reports {
  let stopped = false
  let running = Promise.resolve()
  let timer: ReturnType<typeof setTimeout>
  const later = () => {
    timer = setTimeout(() => {
      running = report().then(() => {
        if (!stopped) later()
      }, onFailure)
    }, interval)
  }
  later()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
