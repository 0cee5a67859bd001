/** The queue that a request waits in: a user of a silo. The system and callers without a silo have queues of silo ''. */
export type QueueKey = { silo: string; user: string }

type Users<Item> = Map<string, Item[]>

/**
 * A queue in which silos take turns, and within a silo its users; the items of one user keep their order. So a silo with many
 * items delays another one by one item at a time.
 */
export class FairQueue<Item> {
  /** The first silo has the next turn, and within it the first user. */
  readonly #silos = new Map<string, Users<Item>>()
  /** Items that wait. Only the queue sets it. */
  size = 0

  push({ silo, user }: QueueKey, item: Item): void {
    const users = this.#silos.get(silo) ?? new Map<string, Item[]>()
    this.#silos.set(silo, users)
    const items = users.get(user) ?? []
    users.set(user, items)
    items.push(item)
    this.size += 1
  }

  /** Takes the next item out. A silo, and a user, that has had its turn comes last. @param mayGo whether a silo may have a turn now. */
  shift(mayGo: (silo: string) => boolean = () => true): Item | undefined {
    return this.next(({ silo }) => mayGo(silo))?.item
  }

  /** The same with the queue of the item. @param mayGo whether the first item of a user may go now; if not, it keeps its place. */
  next(mayGo: (key: QueueKey, item: Item) => boolean): { key: QueueKey; item: Item } | undefined {
    for (const [silo, users] of this.#silos)
      for (const [user, items] of users) {
        const [key, item] = [{ silo, user }, items[0]!]
        if (!mayGo(key, item)) continue
        items.shift()
        users.delete(user)
        if (items.length > 0) users.set(user, items)
        this.#silos.delete(silo)
        if (users.size > 0) this.#silos.set(silo, users)
        this.size -= 1
        return { key, item }
      }
    return undefined
  }

  /** Takes an item out that no longer waits. Its silo and user keep their turns if they have other items. */
  remove({ silo, user }: QueueKey, item: Item): void {
    const users = this.#silos.get(silo)
    const items = users?.get(user)
    const at = items?.indexOf(item) ?? -1
    if (!users || !items || at === -1) return
    items.splice(at, 1)
    this.size -= 1
    if (items.length === 0) users.delete(user)
    if (users.size === 0) this.#silos.delete(silo)
  }
}
