import type { Context } from './context.ts'
import { rawWriter } from './raw-writer.ts'
import type { Reader } from './reader.ts'

type Database = Pick<Context, 'db' | 'engine'>
type State<Result> = { running: Promise<Result> | undefined; next: Promise<Result> | undefined }

/**
 * Makes a read that concurrent requests share. Each gets one that begins after it asked, so it sees every change that was committed
 * before. While one runs, all others wait for the same next one.
 */
export function sharedRead<Result>(read: (from: Database) => Promise<Result>) {
  const states = new WeakMap<Reader, State<Result>>()

  async function begin({ db, engine }: Database, state: State<Result>): Promise<Result> {
    await state.running?.catch(() => {})
    const own = state.next
    const leaveQueue = () => {
      if (state.next !== own) return
      state.next = undefined
      state.running = own
    }
    try {
      return await rawWriter({ db })
        .connection()
        .execute((connection) => {
          // It has not begun until it has a connection, which may take long.
          leaveQueue()
          return read({ db: connection, engine })
        })
    } finally {
      leaveQueue()
      if (state.running === own) state.running = undefined
    }
  }

  return (from: Database): Promise<Result> => {
    const state = states.get(from.db) ?? { running: undefined, next: undefined }
    states.set(from.db, state)
    return (state.next ??= begin(from, state))
  }
}
