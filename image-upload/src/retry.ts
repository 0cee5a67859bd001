import { type CallFailure, isCallFailure } from './host.ts'

/** Waits between tries, in milliseconds; the last one over and over. */
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 15_000]
/** A server that answers, but with an error of its own, is asked so often. */
const TRIES = 3

/** Nobody answered, or somebody on the way says that nobody is there now: it can only get better. */
const isAway = ({ statusCode }: CallFailure): boolean => [0, 408, 429, 502, 503, 504].includes(statusCode)

/** Why an upload waits at the moment. */
export type Trouble = { kind: 'connection' | 'session' | 'elsewhere'; text: string }

export type Patience = {
  signal: AbortSignal
  /** Told while a lost connection is waited for, with the reason; and with null when there is an answer again. */
  onTrouble: (reason: Trouble | null) => void
  /** Resolves when one is signed in again; without it, that one is not is final. */
  whenSignedIn?: (() => Promise<void>) | undefined
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * Does something over the network until it is done: a lost connection is waited for as long as it takes, an error of the
 * server is tried three times, and a refusal is final at once.
 * @param act one try.
 * @param wasDone asked before another try: the answer to the one before may have been lost and not what it did. Null when
 * it was not done.
 */
export async function persist<Value>(
  act: () => Promise<Value>,
  { signal, onTrouble, whenSignedIn, wait }: Patience,
  wasDone: () => Promise<Value | null> = async () => null,
): Promise<Value> {
  let failures = 0
  for (let turn = 0; ; turn++) {
    signal.throwIfAborted()
    try {
      const before = turn === 0 ? null : await wasDone()
      const value = before ?? (await act())
      if (turn > 0) onTrouble(null)
      return value
    } catch (error) {
      if (signal.aborted || !isCallFailure(error)) throw signal.aborted ? signal.reason : error
      if (error.statusCode === 401 && whenSignedIn) {
        await whenSignedIn()
        continue
      }
      if (!isAway(error) && (error.statusCode < 500 || error.statusCode === 507 || ++failures >= TRIES))
        throw error
      const text = error.statusCode === 0 ? 'The server cannot be reached.' : error.message
      onTrouble({ kind: 'connection', text })
      await wait(WAITS[Math.min(turn, WAITS.length - 1)]!, signal)
    }
  }
}

/** A pause that ends early, by throwing, when the signal is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', end, { once: true })
  })
