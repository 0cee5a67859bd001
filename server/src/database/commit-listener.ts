import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type CommitListener = { close: () => Promise<void> }

/**
 * Keeps one connection that listens on a channel, and makes another when it is lost.
 * @param pause milliseconds between attempts to get a lost connection back.
 * @param heard is called for each notice, and after each connect: there may have been some that nobody heard.
 * @throws what `pg` throws when the first connection cannot be made.
 */
export async function listenForCommits(
  settings: pg.ClientConfig,
  channel: string,
  pause: number,
  heard: () => void,
): Promise<CommitListener> {
  const stop = new AbortController()
  let client: pg.Client | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client(settings)
    const ended = new Promise<void>((resolve) => next.once('end', resolve))
    // What goes wrong with an idle connection also ends it.
    next.on('error', () => {})
    next.on('notification', heard)
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      // It may not have come far enough to be ended.
      next.end().catch(() => {})
      throw error
    }
    if (stop.signal.aborted) return next.end()
    client = next
    void ended.then(reconnect)
    heard()
  }

  async function reconnect(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        return await connect()
      } catch {
        await sleep(pause, undefined, { ref: false, signal: stop.signal }).catch(() => {})
      }
    }
  }

  await connect()
  return {
    async close() {
      stop.abort()
      await client?.end()
    },
  }
}
