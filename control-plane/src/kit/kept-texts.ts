import type { Freshness, Stamp } from './freshness.ts'

/** The text of an answer that further requests get too. A host can keep other forms of it by this object. */
export type KeptText = { readonly text: string }

/** All texts together, without the compressed forms that a host makes of them: about a tenth. */
const MAX_BYTES = 64 * 2 ** 20
/** Longer texts are not kept: there would be few of them. */
const MAX_BYTES_OF_ONE = MAX_BYTES / 32
/** Questions that were asked once, of all owners. */
const MAX_ASKED = 10_000
/** A longer question is always new; characters. */
const MAX_QUESTION = 1_000
/** Uses of a text that count when a new one needs its place. */
const MAX_USES = 3

type Kept = KeptText & { stamp: Stamp; bytes: number; uses: number }
/** Texts of one owner, in the order in which they are asked to make room. */
type Owned = { bytes: number; texts: Map<string, Kept> }

/**
 * Texts of answers, each with the stamp of the rows that it was made of. A text is kept when its question is asked for a second time,
 * and after a change when it is asked twice since: keeping one costs more than many answers that nobody asks for again.
 *
 * If there are too many, the owner with the most bytes loses some, so an owner never pushes out texts of owners that have fewer. Its
 * own new text replaces one that was not used since the last time that it was asked to make room: reading one list after the
 * other doesn't replace all texts again and again.
 */
export class KeptTexts {
  #bytes = 0
  readonly #owners = new Map<string, Owned>()
  /** When each question was last asked without keeping its text; null for one that was asked once. */
  readonly #asked = new Map<string, Stamp | null>()

  /**
   * Notes a question. One that was not asked before has no text, nor will its answer be kept.
   * @param owner the silo of the caller.
   */
  isNew(owner: string, key: string): boolean {
    const question = questionOf(owner, key)
    if (question.length > MAX_QUESTION) return true
    if (this.#asked.has(question) || this.#owners.get(owner)?.texts.has(key)) return false
    this.#note(question, null)
    return true
  }

  /** @param owner the silo of the caller. */
  find(freshness: Freshness, owner: string, key: string): KeptText | null {
    const owned = this.#owners.get(owner)
    const known = owned?.texts.get(key)
    if (!owned || !known) return null
    if (!freshness.isCurrent(known.stamp)) {
      this.#drop(owner, owned, key, known)
      return null
    }
    if (known.uses < MAX_USES) known.uses += 1
    return known
  }

  /**
   * @param freshness of the snapshot in which the answer was made.
   * @returns null if the text is not kept.
   */
  keep(freshness: Freshness, owner: string, key: string, text: string): KeptText | null {
    const stamp = freshness.stamp()
    const bytes = bytesOf(key, text, stamp)
    if (bytes > MAX_BYTES_OF_ONE || !this.#isAskedAgain(freshness, questionOf(owner, key), stamp)) return null
    while (this.#bytes + bytes > MAX_BYTES) {
      const [largest, owned] = this.#largest()
      const [next, known] = owned.texts.entries().next().value!
      if (largest === owner && known.uses > 0 && freshness.isCurrent(known.stamp)) {
        known.uses -= 1
        owned.texts.delete(next)
        owned.texts.set(next, known)
        return null
      }
      this.#drop(largest, owned, next, known)
    }
    const own = this.#owners.get(owner) ?? { bytes: 0, texts: new Map<string, Kept>() }
    const known = own.texts.get(key)
    // A concurrent request may have kept it.
    if (known) this.#drop(owner, own, key, known)
    this.#owners.set(owner, own)
    const kept = { text, stamp, bytes, uses: 0 }
    own.texts.set(key, kept)
    own.bytes += bytes
    this.#bytes += bytes
    return kept
  }

  #isAskedAgain(freshness: Freshness, question: string, stamp: Stamp): boolean {
    const earlier = this.#asked.get(question)
    this.#note(question, stamp)
    return earlier === null || (earlier !== undefined && freshness.isCurrent(earlier))
  }

  #note(question: string, stamp: Stamp | null): void {
    if (this.#asked.size >= MAX_ASKED) this.#asked.clear()
    this.#asked.set(question, stamp)
  }

  #drop(owner: string, owned: Owned, key: string, { bytes }: Kept): void {
    owned.texts.delete(key)
    owned.bytes -= bytes
    this.#bytes -= bytes
    if (owned.texts.size === 0) this.#owners.delete(owner)
  }

  #largest(): [owner: string, Owned] {
    let largest: [string, Owned] | undefined
    for (const each of this.#owners) if (!largest || each[1].bytes > largest[1].bytes) largest = each
    return largest!
  }
}

const questionOf = (owner: string, key: string): string => `${owner} ${key}`

/** Bytes that a text takes beside its characters, with its key and its places in maps. */
const OVERHEAD = 300

/** Returns the bytes that a text takes: two for each character, unless all are in Latin-1. */
const bytesOf = (key: string, text: string, { counters }: Stamp): number =>
  OVERHEAD + 8 * counters.length + 2 * key.length + (/[\u0100-\uffff]/.test(text) ? 2 : 1) * text.length
