import type { DriverStore } from '../../store.ts'
import { fromBase64, toBase64 } from './base64.ts'
import type { ConsoleRecord, StoredOutput } from './console-options.ts'
import type { KeptOutput, Transcript } from './transcript.ts'

const PREFIX = 'serial/'
const BLOCKS = 'serial-output/'
/** Default size of a block; bytes. */
const BLOCK = 65_536
/** Digits of a block's number in its key, so that the keys are in the order of the output. */
const DIGITS = 12

/** Consecutive bytes of the output, from an offset on. */
interface StoredBlock {
  from: number
  bytes: string
}

/** How much of the output of a console is stored. */
export interface Progress {
  startedAt: number
  /** Offset up to which the output is stored. */
  until: number
  /** Number of the first block of the kept end that may be stored. */
  firstOfTail: number
}

/** A stored console. */
export interface SavedConsole {
  record: ConsoleRecord
  output: KeptOutput
  /** Null if it was stored in another form. */
  progress: Progress | null
}

/**
 * Stores the consoles of machines. The output is in blocks that never change once they are full, so that storing new output takes
 * time for that only, however much is kept. The record of the console comes last: blocks hold more than it says if the process ended
 * between.
 */
export class OutputStore {
  readonly #store: DriverStore
  readonly #block: number

  /** @param block bytes of output in one record. A transcript's limit is a multiple of it. */
  constructor(store: DriverStore, block = BLOCK) {
    this.#store = store
    this.#block = block
  }

  /** Returns the stored console of a machine, with its output. */
  async load(id: string): Promise<SavedConsole | undefined> {
    const record = (await this.#store.get(PREFIX + id)) as ConsoleRecord | undefined
    if (!record) return undefined
    const { startedAt, transcript } = record
    const progress =
      'head' in transcript
        ? null
        : { startedAt, until: transcript.total, firstOfTail: Math.floor(transcript.tailStart / this.#block) }
    return { record, output: await this.#outputOf(id, record), progress }
  }

  /**
   * Stores a console whose output up to `progress` is stored.
   * @param progress null if nothing of this start is stored.
   */
  async save(
    id: string,
    record: Omit<ConsoleRecord, 'transcript'>,
    transcript: Transcript,
    progress: Progress | null,
  ): Promise<Progress> {
    const { startedAt } = record
    const { total, tailStart, headLength } = transcript
    const stored: StoredOutput = { total, tailStart, headLength }
    // All at once, because the console goes on while the blocks are written.
    const blocks = [...newBlocks(transcript, progress?.until ?? 0, this.#block)]
    for (const [number, block] of blocks) await this.#store.put(keyOf(id, startedAt, number), block)
    await this.#store.put(PREFIX + id, { ...record, transcript: stored })
    const firstOfTail = Math.floor(tailStart / this.#block)
    if (progress) await this.#discard(id, progress, firstOfTail, headLength)
    else await this.#discardOthers(id, startedAt)
    return { startedAt, until: total, firstOfTail }
  }

  async delete(id: string): Promise<void> {
    await this.#store.delete(PREFIX + id)
    for (const { key } of await this.#store.list(`${BLOCKS}${id}/`)) await this.#store.delete(key)
  }

  async #outputOf(id: string, { startedAt, transcript }: ConsoleRecord): Promise<KeptOutput> {
    // Stored by an earlier version, in the record itself.
    if ('head' in transcript)
      return {
        head: fromBase64(transcript.head),
        tail: fromBase64(transcript.tail),
        total: transcript.total,
      }
    const { total, tailStart, headLength } = transcript
    const [head, tail] = [new Uint8Array(headLength), new Uint8Array(total - tailStart)]
    for (const { value } of await this.#store.list(`${BLOCKS}${id}/${startedAt}/`)) {
      const { from, bytes } = value as StoredBlock
      const decoded = fromBase64(bytes)
      place(head, 0, from, decoded)
      place(tail, tailStart, from, decoded)
    }
    return { head, tail, total }
  }

  /** Deletes the blocks that were at the kept end before, and no longer are. */
  async #discard(id: string, before: Progress, firstOfTail: number, headLength: number): Promise<void> {
    const first = Math.max(before.firstOfTail, Math.ceil(headLength / this.#block))
    for (let number = first; number < firstOfTail; number++)
      await this.#store.delete(keyOf(id, before.startedAt, number))
  }

  /** Deletes the output of earlier starts of a machine. */
  async #discardOthers(id: string, startedAt: number): Promise<void> {
    const own = `${BLOCKS}${id}/${startedAt}/`
    for (const { key } of await this.#store.list(`${BLOCKS}${id}/`))
      if (!key.startsWith(own)) await this.#store.delete(key)
  }
}

const keyOf = (id: string, startedAt: number, number: number): string =>
  `${BLOCKS}${id}/${startedAt}/${String(number).padStart(DIGITS, '0')}`

/** Yields the blocks with output from an offset on that is still kept. */
function* newBlocks(
  transcript: Transcript,
  until: number,
  size: number,
): Generator<[number: number, StoredBlock]> {
  const { total, tailStart, headLength } = transcript
  for (let number = Math.floor(until / size); number * size < total; number++) {
    const [start, end] = [number * size, Math.min(total, (number + 1) * size)]
    const isOfHead = start < headLength
    const [from, to] = isOfHead ? [start, Math.min(end, headLength)] : [Math.max(start, tailStart), end]
    if (from < to) yield [number, { from, bytes: toBase64(transcript.slice(from, to)) }]
  }
}

/** Copies bytes at an offset of the output into a part of it that begins at `start`. */
function place(part: Uint8Array, start: number, from: number, bytes: Uint8Array): void {
  const first = Math.max(from, start)
  const last = Math.min(from + bytes.length, start + part.length)
  if (first < last) part.set(bytes.subarray(first - from, last - from), first - start)
}
