/** Whose turn it is in a queue: a user of a silo. The system and callers without a silo have lanes of silo ''. */
export type Lane = { silo: string; user: string }

/** A lane, with the operation that a transaction belongs to. */
export type Origin = Lane & { operation: string }

/** The origin of work that belongs to no user. */
export const SYSTEM_ORIGIN: Origin = { silo: '', user: '', operation: '' }

type Users<Item> = Map<string, Item[]>

/**
 * A queue in which silos take turns, and within a silo its users; the items of one user keep their order. So a silo with many
 * items delays another one by one item at a time.
 */
export class FairQueue<Item> {
  /** The first silo has the next turn, and within it the first user. */
  readonly #silos = new Map<string | symbol, Users<Item>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push({ silo, user }: Lane, item: Item): void {
    this.#add(silo, user, item)
  }

  /** Adds an item that has a turn of its own, such as a short statement: it waits for one item of each silo at most. */
  pushAlone(item: Item): void {
    this.#add(Symbol(), '', item)
  }

  /**
   * Takes the next item out. A silo, and a user, that has had its turn comes last.
   * @param mayGo whether a silo may have a turn now; one that may not keeps its place in the queue.
   * @param userMayGo the same for a user.
   */
  shift(
    mayGo: (silo: string | symbol) => boolean = () => true,
    userMayGo: (user: string) => boolean = () => true,
  ): Item | undefined {
    for (const [silo, users] of this.#silos) {
      if (!mayGo(silo)) continue
      for (const [user, items] of users) {
        if (!userMayGo(user)) continue
        const item = items.shift()
        users.delete(user)
        if (items.length > 0) users.set(user, items)
        this.#silos.delete(silo)
        if (users.size > 0) this.#silos.set(silo, users)
        this.#size -= 1
        return item
      }
    }
    return undefined
  }

  /** Takes an item out that no longer waits. Its silo and user keep their turns if they have other items. */
  remove({ silo, user }: Lane, item: Item): void {
    const users = this.#silos.get(silo)
    const items = users?.get(user)
    const at = items?.indexOf(item) ?? -1
    if (!users || !items || at === -1) return
    items.splice(at, 1)
    this.#size -= 1
    if (items.length === 0) users.delete(user)
    if (users.size === 0) this.#silos.delete(silo)
  }

  #add(silo: string | symbol, user: string, item: Item): void {
    const users = this.#silos.get(silo) ?? new Map<string, Item[]>()
    this.#silos.set(silo, users)
    const items = users.get(user) ?? []
    users.set(user, items)
    items.push(item)
    this.#size += 1
  }
}
