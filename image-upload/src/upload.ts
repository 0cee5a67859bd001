import { cleanUp } from './clean-up.ts'
import { createComparison, wipeBehind, withWholeBlocks } from './comparison.ts'
import { createGate } from './gate.ts'
import { newHolder } from './holder.ts'
import { createHolding, ElsewhereError, orElsewhere } from './holding.ts'
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
import type { UploadWire, UploadWish } from './wire.ts'
import { leftWords, wordsFor } from './words.ts'

/** States that something leaves by itself are looked at so often, in milliseconds. */
const LOOK = 300
const IMPORTING = 'importing_from_bulk_writes'

export type Upload = ReturnType<typeof createUpload>

export type UploadOptions = {
  /** The one that is gone on with. */
  unfinished?: Unfinished | null
  names?: TemporaryNames
  /** Who it is to the server: the one before, where it is certain that it does not run any more. */
  holder?: string
  /** Whether one can sign in again while it waits. */
  waitsForSignIn?: boolean
}

/** Why an upload that people called off has ended; not an error. */
class Cancelled extends Error {}

/**
 * One upload of an image, from the disk that takes its bytes to the image that is made of them; or the rest of one that was
 * interrupted, of which what has arrived is compared and not sent again (see `goOnProblem`).
 * `run` resolves when everything has ended, with what it has ended as; nothing that it made for itself is left then, or
 * `left` in its state says what is.
 */
export function createUpload(
  wire: UploadWire,
  wish: UploadWish,
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
  const patience = { ...waits, ...(waitsForSignIn && { whenSignedIn }) }

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
  /** Waits until something is in a state, and fails when it is in one that it never leaves. */
  const until = async <Thing>(
    what: string,
    look: () => Promise<Thing | null>,
    stateOf: (thing: Thing) => string,
    wanted: string,
  ): Promise<Thing> => {
    for (;;) {
      const thing = await persist(look, patience)
      if (!thing) throw new Error(`The ${what} is gone. It was deleted by somebody else.`)
      if (stateOf(thing) === wanted) return thing
      if (stateOf(thing) === 'faulted') throw new Error(`The ${what} has failed.`)
      await pause(LOOK, signal)
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
  /** Ends it, now. */
  const end = (reason: Error) => {
    control.abort(reason)
    gate.open()
  }
  const write = async (offset: number, part: Part) => {
    try {
      await persist(() => wire.write(names.disk, holder, offset, part, signal), patience)
    } catch (error) {
      throw orElsewhere(error)
    }
  }
  const ask = (offset: number, length: number) =>
    persist(() => wire.digests(names.disk, offset, length, signal), patience)

  /** Finds the image that was made, from when it was asked for: the answer with its id may never have come. */
  let findImage = async (): Promise<string | null> => null
  let isDone = false
  const isWholeAlready = unfinished?.isWhole === true
  const hold = async () => {
    await holding.take(patience)
    endShowing = holding.show(end)
  }

  /** From nothing, or from what an interrupted one has left, to a disk with all of the bytes. */
  async function bring(): Promise<void> {
    await step('create', async () => {
      if (!unfinished) await persist(() => wire.createDisk(names.disk, wish, signal), patience, disk)
      await hold()
      if (unfinished && (await persist(() => diskIn(IMPORTING), patience))) return
      await until('temporary disk', disk, (found) => found.state.state, 'import_ready')
    })
    await step('start', async () => {
      const begun = () => diskIn(IMPORTING)
      if (unfinished && (await persist(begun, patience))) return
      await persist<unknown>(() => wire.start(names.disk, signal), patience, begun)
    })
    change({ samples: [{ time: clock(), bytes: 0 }] })
    await step('chunks', async () => {
      const { contents } = wish
      const all = { gate, signal, onDone: chunkDone, write }
      if (!unfinished) return sendChunks({ ...all, contents })
      await sendChunks({ ...all, contents: withWholeBlocks(contents), isThere: createComparison(ask) })
      await wipeBehind({ ask, write }, contents.size, unfinished.size)
    })
    await step('stop', () =>
      persist<unknown>(
        () => holding.keep().then(() => wire.stop(names.disk, signal)),
        patience,
        () => diskIn('import_ready'),
      ),
    )
  }

  /** The same for one whose bytes have all arrived. */
  async function takeOver(): Promise<void> {
    await step('create', hold)
    for (const id of ['start', 'chunks', 'stop'] as const) mark(id, 'complete')
    change({ processed: wish.contents.size, skipped: wish.contents.size })
  }

  async function chain(): Promise<void> {
    await (isWholeAlready ? takeOver() : bring())
    const snapshot = await step('finalize', async () => {
      const finalize = () => holding.keep().then(() => wire.finalize(names.disk, names.snapshot, signal))
      if (!isWholeAlready) await persist<unknown>(finalize, patience, () => diskIn('finalizing', 'detached'))
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
      // The one that was interrupted may have come as far as that; nobody knows which description it was given.
      const findMade = async () => {
        const image = await wire.image(wish.name, signal)
        const { description = '' } = image ?? {}
        return image && isMadeOf(image, { ...wish, description }, snapshot) ? image : null
      }
      findImage = async () => (await find())?.id ?? null
      const create = () => wire.createImage(wish, snapshot.id, signal)
      const made = isWholeAlready ? await persist(findMade, patience) : null
      if (!made) {
        const { id } = await persist(create, patience, () => find(signal))
        findImage = async () => id
      }
      await until(
        'image',
        () => wire.image(wish.name, signal),
        (found) => found.state,
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
      const failed = cancelled ? {} : { error: wordsFor(error), cause: error }
      // What has arrived whole is not thrown away because its image was refused: it can have another name.
      if (error instanceof ElsewhereError || (isWholeAlready && isCallFailure(error))) {
        control.abort(error)
        change({ phase: 'failed', trouble: null, ...failed })
        return 'failed'
      }
      change({ phase: 'cleaning', trouble: null, ...failed })
      control.abort(new Cancelled())
      // An image that is whole stays when only the cleaning up has failed, and not when it is not wanted any more.
      const unwanted = cancelled || !isDone ? findImage : undefined
      await cleanUp(wire, names, { findImage: unwanted, keep: holding.keep }).catch((problem: unknown) =>
        change({ left: problem instanceof ElsewhereError ? problem.message : leftWords(names) }),
      )
      change({ phase: cancelled ? 'cancelled' : 'failed' })
    } finally {
      endShowing()
    }
    return state.get().phase
  }

  return {
    state,
    /** What it makes for itself. */
    names,
    run,
    pause: () => {
      gate.close()
      change({ paused: true })
    },
    resume: () => {
      gate.open()
      // The time in which nothing was to be done does not count.
      change({ paused: false, samples: [{ time: clock(), bytes: state.get().processed }] })
    },
    /** Ends it and takes away what it has made. */
    cancel: () => end(new Cancelled()),
  }
}
