/** The text of an answer that further requests get too. A host can keep other forms of it by this object. */
export type KeptText = { readonly text: string }

/** All texts together, without the compressed forms that a host makes of them: about a tenth. */
const MAX_BYTES = 64 * 2 ** 20
/** Longer texts are not kept: there would be few of them. */
const MAX_BYTES_OF_ONE = MAX_BYTES / 32
/** Questions that were asked once since the last write, of all owners. */
const MAX_ASKED = 20_000
/** Uses of a text that count when a new one needs its place. */
const MAX_USES = 3

type Kept = KeptText & { bytes: number; uses: number }
/** Texts of one owner, in the order in which they are asked to make room. */
type Owned = { bytes: number; texts: Map<string, Kept> }

/**
 * Texts of answers that were made of one version of the database. The first request with another version forgets them all. A text is
 * kept when it is asked for a second time, because keeping one costs more than many answers that nobody asks for again.
 *
 * If there are too many, the owner with the most bytes loses some, so an owner never pushes out texts of owners that have fewer. Its
 * own new text replaces one that was not used since the last time that it was asked to make room: reading one list after the
 * other doesn't replace all texts again and again.
 */
export class KeptTexts {
  #version: unknown
  #bytes = 0
  #owners = new Map<string, Owned>()
  #asked = new Set<string>()

  /** @param owner the silo of the caller. */
  find(version: unknown, owner: string, key: string): KeptText | null {
    const known = version === this.#version ? this.#owners.get(owner)?.texts.get(key) : undefined
    if (!known) return null
    if (known.uses < MAX_USES) known.uses += 1
    return known
  }

  /**
   * @param version that of the database before the rows of the answer were read.
   * @returns null if the text is not kept.
   */
  keep(version: unknown, owner: string, key: string, text: string): KeptText | null {
    if (version !== this.#version) this.#begin(version)
    const bytes = bytesOf(key, text)
    if (bytes > MAX_BYTES_OF_ONE || !this.#isAskedAgain(`${owner} ${key}`)) return null
    let own = this.#owners.get(owner)
    if (!own) this.#owners.set(owner, (own = { bytes: 0, texts: new Map() }))
    while (this.#bytes + bytes > MAX_BYTES) {
      const largest = this.#largest()
      const freed = makeRoom(largest, largest === own)
      if (freed === 0) return null
      this.#bytes -= freed
    }
    const kept = { text, bytes, uses: 0 }
    own.texts.set(key, kept)
    own.bytes += bytes
    this.#bytes += bytes
    return kept
  }

  #begin(version: unknown): void {
    this.#version = version
    this.#bytes = 0
    this.#owners = new Map()
    this.#asked = new Set()
  }

  #isAskedAgain(question: string): boolean {
    if (this.#asked.has(question)) return true
    if (this.#asked.size >= MAX_ASKED) this.#asked.clear()
    this.#asked.add(question)
    return false
  }

  #largest(): Owned {
    let largest: Owned | undefined
    for (const owned of this.#owners.values()) if (!largest || owned.bytes > largest.bytes) largest = owned
    return largest!
  }
}

/**
 * Drops the next text of an owner.
 * @param isOwn a text of the same owner needs the place: one that was used stays, and counts as used once less.
 * @returns the bytes of the text; 0 if it stays.
 */
function makeRoom(owned: Owned, isOwn: boolean): number {
  const [key, next] = owned.texts.entries().next().value!
  owned.texts.delete(key)
  if (isOwn && next.uses > 0) {
    next.uses -= 1
    owned.texts.set(key, next)
    return 0
  }
  owned.bytes -= next.bytes
  return next.bytes
}

/** Returns the bytes that a text takes at most: two for a character, unless all are Latin. */
const bytesOf = (key: string, text: string): number => 2 * (key.length + text.length)
