import { IMPORT_LEASE } from '@granary/domain/import-lease.ts'
import { isCallFailure } from './host.ts'
import { type RetryOptions, persist } from './retry.ts'

/** Interval of renewing the hold, even while nothing is sent; milliseconds. */
const RENEWAL_INTERVAL = 5_000
/** Polling interval while another client holds the disk, in milliseconds. */
const POLL_INTERVAL = 1_000
/** A crashed client's hold expires within this time, so a later holder is active. Milliseconds. */
const MAX_WAIT = IMPORT_LEASE + 5_000

/** Another client has taken over the upload: this one must not change or delete its disk and snapshot any more. */
export class ElsewhereError extends Error {
  constructor(isBegun: boolean) {
    super(
      isBegun
        ? 'This upload was resumed elsewhere: in another window, on another machine or by another user. It continues there.'
        : 'This upload is still going on elsewhere: in another window, on another machine or by another user. Nothing was changed.',
    )
    this.name = 'ElsewhereError'
  }
}

/** Maps a server's refusal (409) to the holder of the disk to a lost hold. */
export const toElsewhereError = (error: unknown): unknown =>
  isCallFailure(error) && error.statusCode === 409 ? new ElsewhereError(true) : error

/** The upload's hold on its disk, which keeps other clients from resuming the same upload. */
export type Holding = {
  /** Waits until no other client holds the disk. @throws ElsewhereError if another active client does. */
  take: (retryOptions: RetryOptions) => Promise<void>
  /** Checks the hold before a step that can't be undone. @throws ElsewhereError if it is lost. */
  keep: () => Promise<void>
  /** Renews the hold regularly. @param onLost called at most once. @returns a function that stops the renewal. */
  show: (onLost: (error: ElsewhereError) => void) => () => void
}

/** @param hold requests the hold from the server; fails with 409 while another client has it. */
export function createHolding(hold: () => Promise<unknown>): Holding {
  const keep = async () => {
    try {
      await hold()
    } catch (error) {
      throw toElsewhereError(error)
    }
  }
  return {
    keep,
    async take(retryOptions) {
      for (let waited = 0; ; waited += POLL_INTERVAL) {
        try {
          await persist(keep, retryOptions)
          if (waited > 0) retryOptions.onTrouble(null)
          return
        } catch (error) {
          if (!(error instanceof ElsewhereError)) throw error
          if (waited >= MAX_WAIT) throw new ElsewhereError(false)
          retryOptions.onTrouble({ kind: 'elsewhere', text: 'It was running elsewhere a moment ago.' })
          await retryOptions.wait(POLL_INTERVAL, retryOptions.signal)
        }
      }
    },
    show(onLost) {
      const timer = setInterval(() => {
        keep().catch((error: unknown) => {
          // Other errors may be temporary, and a write reports them anyway.
          if (!(error instanceof ElsewhereError)) return
          clearInterval(timer)
          onLost(error)
        })
      }, RENEWAL_INTERVAL)
      return () => clearInterval(timer)
    },
  }
}
