import type { Actor } from '../../kit/actor.ts'
import type { Reader } from '../../kit/reader.ts'

/** A caller as the database described them at a version of access (see `accessVersion`), and when they end. */
export type Caller = {
  actor: Actor
  session: { time_created: string; time_last_used: string; client_address: string | null } | null
  /** When their token expires. */
  time_expires: string | null
  /** When their token was last used, as far as this server knows. */
  token_last_used?: string | null
}

/** Callers that a server remembers; the ones that were added first are forgotten first. */
const MAX_CALLERS = 10_000

/**
 * The callers of one server by credential. They hold for one version of access only: with the first request after a
 * change, all are forgotten.
 */
class KnownCallers {
  #version = ''
  #callers = new Map<string, Caller>()

  get(version: string, credential: string): Caller | undefined {
    return version === this.#version ? this.#callers.get(credential) : undefined
  }

  /** @param version the version from before the caller was read. */
  set(version: string, credential: string, caller: Caller): void {
    if (version !== this.#version) {
      this.#callers.clear()
      this.#version = version
    }
    if (this.#callers.size >= MAX_CALLERS) this.#callers.delete(this.#callers.keys().next().value!)
    this.#callers.set(credential, caller)
  }

  /** The same for a caller who was read inside a transaction. One that may yet be undone shows a version that is not known. */
  setInside(version: string, credential: string, caller: Caller): void {
    if (version === this.#version) this.set(version, credential, caller)
  }
}

const byDatabase = new WeakMap<Reader, KnownCallers>()

/** Returns the callers that this server remembers of a database. */
export function knownCallers(db: Reader): KnownCallers {
  const known = byDatabase.get(db) ?? new KnownCallers()
  byDatabase.set(db, known)
  return known
}
