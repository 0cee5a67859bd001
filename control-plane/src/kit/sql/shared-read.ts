import { inSession, rawWriter } from '../../database/session.ts'
import type { Reader } from '../context/reader.ts'

/**
 * A read that concurrent requests share. Each gets one that begins after it asked, so it sees every change that was committed before.
 * While one runs, all others wait for the same next one.
 */
export class SharedRead<Result> {
  #running: Promise<Result> | undefined
  #next: Promise<Result> | undefined

  read(from: { db: Reader }, work: (db: Reader) => Promise<Result>): Promise<Result> {
    return (this.#next ??= this.#begin(from, work))
  }

  async #begin(from: { db: Reader }, work: (db: Reader) => Promise<Result>): Promise<Result> {
    await this.#running?.catch(() => {})
    const own = this.#next
    const leaveQueue = () => {
      if (this.#next !== own) return
      this.#next = undefined
      this.#running = own
    }
    try {
      return await inSession(rawWriter(from), (session) => {
        // It has not begun until it has a session, which may take long.
        leaveQueue()
        return work(session)
      })
    } finally {
      leaveQueue()
      if (this.#running === own) this.#running = undefined
    }
  }
}
