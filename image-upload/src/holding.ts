import { IMPORT_LEASE } from '@granary/domain/import-lease.ts'
import { isCallFailure } from './host.ts'
import { type Patience, persist } from './retry.ts'

/** The server is shown that the upload is still there so often, also while it sends nothing; milliseconds. */
const SHOWN = 5_000
/** Whether it is free by now is asked so often, in milliseconds. */
const LOOK = 1_000
/** Who was killed holds it for that long. Whoever holds it after that is alive. Milliseconds. */
const WAIT = IMPORT_LEASE + 5_000

/** Somebody else goes on with the same upload: what it has made is no longer this one's to change or to take away. */
export class ElsewhereError extends Error {
  constructor(isBegun: boolean) {
    super(
      isBegun
        ? 'This upload is gone on with elsewhere: in another window, on another machine or by somebody else. It was left to them.'
        : 'This upload is still going on elsewhere: in another window, on another machine or by somebody else. Nothing was changed.',
    )
    this.name = 'ElsewhereError'
  }
}

/** What a refusal by the server means to the one who held the disk until then. */
export const orElsewhere = (error: unknown): unknown =>
  isCallFailure(error) && error.statusCode === 409 ? new ElsewhereError(true) : error

/** The hold that an upload has on its disk, so that no other goes on with it at the same time. */
export type Holding = {
  /** Waits until nobody else holds it. @throws ElsewhereError when somebody does who is alive. */
  take: (patience: Patience) => Promise<void>
  /** Makes sure that it is still its own, before a step that ends something. @throws ElsewhereError when it is not. */
  keep: () => Promise<void>
  /** Shows from time to time that it is there. @param onLost told at most once. @returns the end of it. */
  show: (onLost: (error: ElsewhereError) => void) => () => void
}

/** @param hold asks the server for it; fails with 409 while somebody else has it. */
export function createHolding(hold: () => Promise<unknown>): Holding {
  const keep = async () => {
    try {
      await hold()
    } catch (error) {
      throw orElsewhere(error)
    }
  }
  return {
    keep,
    async take(patience) {
      for (let waited = 0; ; waited += LOOK) {
        try {
          await persist(keep, patience)
          if (waited > 0) patience.onTrouble(null)
          return
        } catch (error) {
          if (!(error instanceof ElsewhereError)) throw error
          if (waited >= WAIT) throw new ElsewhereError(false)
          patience.onTrouble({ kind: 'elsewhere', text: 'It was gone on with elsewhere a moment ago.' })
          await patience.wait(LOOK, patience.signal)
        }
      }
    },
    show(onLost) {
      const timer = setInterval(() => {
        keep().catch((error: unknown) => {
          // Whatever else it is, the next one may go well; and who sends finds out anyway.
          if (!(error instanceof ElsewhereError)) return
          clearInterval(timer)
          onLost(error)
        })
      }, SHOWN)
      return () => clearInterval(timer)
    },
  }
}
