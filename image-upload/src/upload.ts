import { cleanUp } from './clean-up.ts'
import { createComparison, zeroRemainingBlocks, withWholeBlocks } from './comparison.ts'
import { createGate } from './gate.ts'
import { newHolder } from './holder.ts'
import { createHolding, ElsewhereError, toElsewhereError } from './holding.ts'
import { isCallFailure, type Part } from './host.ts'
import { isMadeOf } from './own-image.ts'
import { pause, persist, type Trouble } from './retry.ts'
import { sendChunks } from './send-chunks.ts'
import { createSignInWait } from './signed-out.ts'
import { createState } from './state.ts'
import type { StepId, StepState } from './steps.ts'
import { namesOfDisk, newNames, type TemporaryNames } from './temporary.ts'
import type { Unfinished } from './unfinished.ts'
import { initialState, type UploadState, withChunk } from './upload-state.ts'
import type { UploadWire, UploadRequest } from './wire.ts'
import { leftoverText, failureText } from './words.ts'

/** Polling interval while a resource is in a transient state, in milliseconds. */
const POLL_INTERVAL = 300
const IMPORTING = 'importing_from_bulk_writes'

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
  const clock = () => performance.now()
  const control = new AbortController()
  const gate = createGate()
  const state = createState(initialState(wish.contents.size, unfinished !== null))
  const change = (next: Partial<UploadState>) => state.set((before) => ({ ...before, ...next }))
  const mark = (id: StepId, next: StepState) =>
    state.set((before) => ({ ...before, steps: { ...before.steps, [id]: next } }))
  const { signal } = control
  const waits = { signal, onTrouble: (trouble: Trouble | null) => change({ trouble }), wait: pause }
  const whenSignedIn = createSignInWait(() => wire.disk(names.disk, signal), waits)
  const retryOptions = { ...waits, ...(waitsForSignIn && { whenSignedIn }) }

  const step = async <Value>(id: StepId, work: () => Promise<Value>): Promise<Value> => {
    signal.throwIfAborted()
    mark(id, 'running')
    try {
      const value = await work()
      signal.throwIfAborted()
      mark(id, 'complete')
      return value
    } catch (error) {
      mark(id, 'error')
      throw error
    }
  }
  /** Waits until a resource is in the state `target`. Fails if the resource is gone or faulted. */
  const until = async <Thing>(
    what: string,
    look: () => Promise<Thing | null>,
    stateOf: (thing: Thing) => string,
    target: string,
  ): Promise<Thing> => {
    for (;;) {
      const thing = await persist(look, retryOptions)
      if (!thing) throw new Error(`The ${what} is gone. It was deleted by another user.`)
      if (stateOf(thing) === target) return thing
      if (stateOf(thing) === 'faulted') throw new Error(`The ${what} has failed.`)
      await pause(POLL_INTERVAL, signal)
    }
  }
  const disk = () => wire.disk(names.disk, signal)
  const diskIn = async (...states: string[]) => {
    const found = await disk()
    return found && states.includes(found.state.state) ? found : null
  }
  const chunkDone = (length: number, sent: boolean, offset: number) =>
    state.set((before) => withChunk(before, { length, sent, offset, time: clock() }))

  const holding = createHolding(() => wire.hold(names.disk, holder))
  let endShowing = () => {}
  /** Aborts the upload. */
  const end = (reason: Error) => {
    control.abort(reason)
    gate.open()
  }
  const write = async (offset: number, part: Part) => {
    try {
      await persist(() => wire.write(names.disk, holder, offset, part, signal), retryOptions)
    } catch (error) {
      throw toElsewhereError(error)
    }
  }
  const { digests } = wire
  const ask = (offset: number, length: number) => {
    if (!digests) throw new Error("This server can't compare the file with the part that has arrived.")
    return persist(() => digests(names.disk, offset, length, signal), retryOptions)
  }

  /** Finds the created image once its creation was requested: the answer with its id may have been lost. */
  let findImage = async (): Promise<string | null> => null
  let isDone = false
  const isWholeAlready = unfinished?.isWhole === true
  const hold = async () => {
    await holding.take(retryOptions)
    endShowing = holding.show(end)
  }

  /** Creates or resumes the disk, and uploads all bytes to it. */
  async function bring(): Promise<void> {
    await step('create', async () => {
      if (!unfinished) await persist(() => wire.createDisk(names.disk, wish, signal), retryOptions, disk)
      await hold()
      if (unfinished && (await persist(() => diskIn(IMPORTING), retryOptions))) return
      await until('temporary disk', disk, (found) => found.state.state, 'import_ready')
    })
    await step('start', async () => {
      const begun = () => diskIn(IMPORTING)
      if (unfinished && (await persist(begun, retryOptions))) return
      await persist<unknown>(() => wire.start(names.disk, signal), retryOptions, begun)
    })
    change({ samples: [{ time: clock(), bytes: 0 }] })
    await step('chunks', async () => {
      const { contents } = wish
      const all = { gate, signal, onDone: chunkDone, write }
      if (!unfinished) return sendChunks({ ...all, contents })
      await sendChunks({ ...all, contents: withWholeBlocks(contents), isThere: createComparison(ask) })
      await zeroRemainingBlocks({ ask, write }, contents.size, unfinished.size)
    })
    await step('stop', () =>
      persist<unknown>(
        () => holding.keep().then(() => wire.stop(names.disk, signal)),
        retryOptions,
        () => diskIn('import_ready'),
      ),
    )
  }

  /** Takes over an upload whose bytes have all arrived. */
  async function takeOver(): Promise<void> {
    await step('create', hold)
    for (const id of ['start', 'chunks', 'stop'] as const) mark(id, 'complete')
    change({ processed: wish.contents.size, skipped: wish.contents.size })
  }

  async function chain(): Promise<void> {
    await (isWholeAlready ? takeOver() : bring())
    const snapshot = await step('finalize', async () => {
      const finalize = () => holding.keep().then(() => wire.finalize(names.disk, names.snapshot, signal))
      if (!isWholeAlready)
        await persist<unknown>(finalize, retryOptions, () => diskIn('finalizing', 'detached'))
      await until('temporary disk', disk, (found) => found.state.state, 'detached')
      return until(
        'temporary snapshot',
        () => wire.snapshot(names.snapshot, signal),
        (found) => found.state,
        'ready',
      )
    })
    await step('image', async () => {
      const find = async (until?: AbortSignal) => {
        const image = await wire.image(wish.name, until)
        return image && isMadeOf(image, wish, snapshot) ? image : null
      }
      // The interrupted upload may have created its image already, with an unknown description.
      const findMade = async () => {
        const image = await wire.image(wish.name, signal)
        const { description = '' } = image ?? {}
        return image && isMadeOf(image, { ...wish, description }, snapshot) ? image : null
      }
      findImage = async () => (await find())?.id ?? null
      const create = () => wire.createImage(wish, snapshot.id, signal)
      const made = isWholeAlready ? await persist(findMade, retryOptions) : null
      if (!made) {
        const { id } = await persist(create, retryOptions, () => find(signal))
        findImage = async () => id
      }
      await until(
        'image',
        () => wire.image(wish.name, signal),
        // An image of the published API has no state: it is ready once it exists.
        (found) => found.state ?? 'ready',
        'ready',
      )
    })
    isDone = true
  }

  async function run(): Promise<UploadState['phase']> {
    try {
      await chain()
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
    } finally {
      endShowing()
    }
    return state.get().phase
  }

  return {
    state,
    /** Names of the temporary disk and snapshot. */
    names,
    run,
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
