import { type CallFailure, isCallFailure } from './host.ts'

/** Delays between attempts, in milliseconds; the last one repeats. */
const DELAYS = [500, 1_000, 2_000, 4_000, 8_000, 15_000]
/** Maximum number of attempts that fail with a server error. */
const MAX_FAILURES = 3

/** Whether the server is temporarily unreachable: no answer, or a proxy's answer for an absent server. */
const isAway = ({ statusCode }: CallFailure): boolean => [0, 408, 429, 502, 503, 504].includes(statusCode)

/** Why an upload is waiting. */
export type Trouble = { kind: 'connection' | 'session' | 'elsewhere'; text: string }

export type RetryOptions = {
  signal: AbortSignal
  /** Called with the reason while a connection is lost, and with null once there is an answer again. */
  onTrouble: (reason: Trouble | null) => void
  /** Resolves when the user has signed in again. Without it, an ended session is final. */
  whenSignedIn?: (() => Promise<void>) | undefined
  /** Returns the error that ends the call, if it is not worth another attempt as it is. @param lost attempts in a row without an answer. */
  endsWith?: (error: unknown, lost: number) => Error | null
  /** Resolves after the delay; rejects when the signal is aborted. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * Repeats a network call until it succeeds. Waits for a lost connection without limit, tries three times on server
 * errors, and doesn't retry refusals.
 * @param act one attempt.
 * @param wasDone called before each retry, because the previous call may have taken effect although its answer was
 * lost. Null if it did not.
 */
export async function persist<Value>(
  act: () => Promise<Value>,
  { signal, onTrouble, whenSignedIn, endsWith, wait }: RetryOptions,
  wasDone: () => Promise<Value | null> = async () => null,
): Promise<Value> {
  let failures = 0
  let lost = 0
  for (let turn = 0; ; turn++) {
    signal.throwIfAborted()
    try {
      const before = turn === 0 ? null : await wasDone()
      const value = before ?? (await act())
      if (turn > 0) onTrouble(null)
      return value
    } catch (error) {
      if (signal.aborted || !isCallFailure(error)) throw signal.aborted ? signal.reason : error
      lost = error.statusCode === 0 ? lost + 1 : 0
      const ended = endsWith?.(error, lost)
      if (ended) throw ended
      if (error.statusCode === 401 && whenSignedIn) {
        await whenSignedIn()
        continue
      }
      if (
        !isAway(error) &&
        (error.statusCode < 500 || error.statusCode === 507 || ++failures >= MAX_FAILURES)
      )
        throw error
      const text = error.statusCode === 0 ? 'The server cannot be reached.' : error.message
      onTrouble({ kind: 'connection', text })
      await wait(DELAYS[Math.min(turn, DELAYS.length - 1)]!, signal)
    }
  }
}

/** Resolves after a delay; rejects early when the signal is aborted. */
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
