/** Milliseconds between two looks at the time of the database. */
const LOOK_MS = 10_000

/** Returns milliseconds since any fixed moment. */
type Elapsed = () => number

export type DatabaseTime = {
  /** Returns the time of the database in milliseconds since 1970. */
  now: () => number
  close: () => void
}

/**
 * Follows the time of a database, carried on by a clock that nobody can set. So servers on one database agree about leases and
 * sessions, and settings of their hosts' clocks change nothing.
 * @param read asks the database for its time.
 * @param guess the time of the host, which counts if it is as likely as every other one.
 * @throws the error of the first `read`. Later ones are ignored: the clock goes on by itself.
 */
export async function followDatabaseTime(
  read: () => Promise<number>,
  guess: () => number = () => Date.now(),
  elapsed: Elapsed = () => performance.now(),
): Promise<DatabaseTime> {
  /** The time at which the other clock was zero. */
  let zero = guess() - elapsed()
  const look = async () => {
    const sent = elapsed()
    const time = await read()
    // The database read its clock at some moment in between.
    zero = Math.min(time - sent, Math.max(time - elapsed(), zero))
  }
  await look()
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS)
  timer.unref()
  return { now: () => zero + elapsed(), close: () => clearInterval(timer) }
}
