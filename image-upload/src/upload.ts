import { cleanUp } from './clean-up.ts'
import { createGate } from './gate.ts'
import { newHolder } from './holder.ts'
import { createHolding, ElsewhereError } from './holding.ts'
import { isCallFailure } from './host.ts'
import { pause, type Trouble } from './retry.ts'
import { createSignInWait } from './signed-out.ts'
import { namesOfDisk, newNames, type TemporaryNames } from './temporary.ts'
import type { Unfinished } from './unfinished.ts'
import { bring, takeOver } from './upload-bytes.ts'
import type { UploadContext } from './upload-context.ts'
import { type FindImage, makeImage } from './upload-image.ts'
import { clock, createProgress } from './upload-progress.ts'
import type { UploadState } from './upload-state.ts'
import type { UploadRequest, UploadWire } from './wire.ts'
import { failureText, leftoverText } from './words.ts'

export type Upload = ReturnType<typeof createUpload>

export type UploadOptions = {
  /** The interrupted upload to resume. */
  unfinished?: Unfinished | null
  names?: TemporaryNames
  /** The upload's id on the server. Reuses the previous id if the previous client is known to be gone. */
  holder?: string
  /** Whether the user can sign in again while the upload waits. */
  waitsForSignIn?: boolean
}

/** Reason of an upload that the user cancelled. Not an error. */
class Cancelled extends Error {}

/**
 * Uploads one image, from its temporary disk to the finished image. For an interrupted upload, compares the bytes that
 * have arrived and doesn't resend them (see `resumeProblem`).
 * `run` resolves with the final phase when everything has ended. Its temporary disk and snapshot are deleted then, or
 * `left` in the state reports them.
 */
export function createUpload(
  wire: UploadWire,
  wish: UploadRequest,
  {
    unfinished = null,
    names = (unfinished && namesOfDisk(unfinished.disk)) ?? newNames(),
    holder = newHolder(),
    waitsForSignIn = false,
  }: UploadOptions = {},
) {
  const control = new AbortController()
  const { signal } = control
  const gate = createGate()
  const progress = createProgress(wish.contents.size, unfinished !== null, signal)
  const { state, change } = progress
  const waits = { signal, onTrouble: (trouble: Trouble | null) => change({ trouble }), wait: pause }
  const whenSignedIn = createSignInWait(() => wire.disk(names.disk, signal), waits)
  const retryOptions = { ...waits, ...(waitsForSignIn && { whenSignedIn }) }
  const holding = createHolding(() => wire.hold(names.disk, holder))
  let endShowing = () => {}
  /** Aborts the upload. */
  const end = (reason: Error) => {
    control.abort(reason)
    gate.open()
  }
  const hold = async () => {
    await holding.take(retryOptions)
    endShowing = holding.show(end)
  }
  const isWholeAlready = unfinished?.isWhole === true
  const base = { wire, wish, names, holder, unfinished, isWholeAlready }
  const context: UploadContext = { ...base, signal, gate, retryOptions, progress, holding, hold }
  return {
    state,
    /** Names of the temporary disk and snapshot. */
    names,
    run: () => run(context, control).finally(() => endShowing()),
    pause: () => {
      gate.close()
      change({ paused: true })
    },
    resume: () => {
      gate.open()
      // The paused time doesn't count for the speed.
      change({ paused: false, samples: [{ time: clock(), bytes: state.get().processed }] })
    },
    /** Cancels the upload and deletes its disk and snapshot. */
    cancel: () => end(new Cancelled()),
  }
}

async function run(context: UploadContext, control: AbortController): Promise<UploadState['phase']> {
  const { wire, names, holding, isWholeAlready } = context
  const { change, mark, state, step } = context.progress
  let findImage: FindImage = async () => null
  let isDone = false
  try {
    await (isWholeAlready ? takeOver(context) : bring(context))
    await makeImage(context, (find) => {
      findImage = find
    })
    isDone = true
    await step('clean', () => cleanUp(wire, names, holding))
    mark('done', 'complete')
    change({ phase: 'done', trouble: null })
  } catch (error) {
    const cancelled = error instanceof Cancelled
    const failed = cancelled ? {} : { error: failureText(error), cause: error }
    // A complete snapshot is kept when its image was refused: the user can choose another name.
    if (error instanceof ElsewhereError || (isWholeAlready && isCallFailure(error))) {
      control.abort(error)
      change({ phase: 'failed', trouble: null, ...failed })
      return 'failed'
    }
    change({ phase: 'cleaning', trouble: null, ...failed })
    control.abort(new Cancelled())
    // A complete image is kept if only the cleanup failed, and deleted if the upload was cancelled.
    const unwanted = cancelled || !isDone ? findImage : undefined
    await cleanUp(wire, names, { findImage: unwanted, keep: holding.keep }).catch((problem: unknown) =>
      change({ left: problem instanceof ElsewhereError ? problem.message : leftoverText(names) }),
    )
    change({ phase: cancelled ? 'cancelled' : 'failed' })
  }
  return state.get().phase
}
