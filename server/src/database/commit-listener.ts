import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type CommitListener = { close: () => Promise<void> }

/**
 * Keeps one connection listening on a channel, and reconnects when it is lost.
 * @param pause milliseconds between attempts to reconnect.
 * @param onNotice called for each notice and after each connect, because notices may have been missed before it.
 * @throws the error of `pg` when the first connection fails.
 */
export async function listenForCommits(
  settings: pg.ClientConfig,
  channel: string,
  pause: number,
  onNotice: () => void,
): Promise<CommitListener> {
  const stop = new AbortController()
  let client: pg.Client | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client(settings)
    const ended = new Promise<void>((resolve) => next.once('end', resolve))
    // An error of an idle connection also ends it.
    next.on('error', () => {})
    next.on('notification', onNotice)
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      // It may have failed before it was connected.
      next.end().catch(() => {})
      throw error
    }
    if (stop.signal.aborted) return next.end()
    client = next
    void ended.then(reconnect)
    onNotice()
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
