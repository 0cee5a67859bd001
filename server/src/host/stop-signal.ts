/** Two signals within this many milliseconds count as one: terminals and npm both pass Ctrl+C on. */
const REPEAT_WINDOW_MS = 500

/**
 * Longest stop; milliseconds. A database that vanished without a word keeps each statement for a minute, and work that waits for it
 * would keep the process for several. Its connections are cut off then as after a crash, which loses nothing that was answered.
 */
export const MAX_STOP_MS = 60_000

type Host = {
  /** Returns milliseconds since any fixed moment. */
  now: () => number
  /** Ends the process. */
  exit: (code: number) => void
}

/**
 * Returns the handler of stop signals. The first signal stops the server and ends the process with exit code 0, its
 * echo does nothing, and a later one ends the process at once with exit code 1. So does a stop that takes longer than `MAX_STOP_MS`.
 */
export function stopHandler(stop: () => Promise<void>, { now, exit }: Host): () => void {
  let first: number | undefined
  return () => {
    if (first !== undefined) {
      if (now() - first > REPEAT_WINDOW_MS) exit(1)
      return
    }
    first = now()
    setTimeout(() => {
      console.error(`the server did not stop within ${MAX_STOP_MS / 1_000} seconds and was ended`)
      exit(1)
    }, MAX_STOP_MS).unref()
    stop().then(
      () => exit(0),
      (error: unknown) => {
        console.error(error)
        exit(1)
      },
    )
  }
}

/** Stops the server on SIGINT and SIGTERM. */
export function onStopSignal(stop: () => Promise<void>): void {
  const handle = stopHandler(stop, { now: () => performance.now(), exit: (code) => process.exit(code) })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, handle)
}
