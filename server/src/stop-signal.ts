/** Milliseconds in which a signal that comes again is the same one: terminals and npm both pass Ctrl+C on. */
const ECHO = 500

/**
 * Stops when the process is told to, and ends it with exit code 0 when all is closed. A second signal does not wait.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let asked = 0
  const handle = () => {
    const now = performance.now()
    if (asked) {
      if (now - asked > ECHO) process.exit(1)
      return
    }
    asked = now
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, handle)
}
