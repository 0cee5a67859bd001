import type { CpuPlatform } from './cpu-platforms.ts'
import type { PlacementSled } from './placement-request.ts'

type Size = { ncpus: number; memory: number; cpuPlatform: CpuPlatform | null }

export const freeMemory = (sled: PlacementSled): number => sled.usableMemory - sled.usedMemory
const freeVcpus = (sled: PlacementSled): number => sled.usableVcpus - sled.usedVcpus

/** Orders sleds as `choosePlacement` does: by free memory, the most first, then by ID. */
export const emptiestFirst = (a: PlacementSled, b: PlacementSled): number =>
  freeMemory(b) - freeMemory(a) || (a.id < b.id ? -1 : 1)

/**
 * Sleds in a binary heap, the emptiest at the top, so that placing thousands of instances on a thousand sleds takes milliseconds.
 */
export class EmptiestFirst {
  readonly #heap: PlacementSled[]
  readonly #fewestVcpus: number
  /** The sleds that got instances: as they were, and as they are. */
  readonly #changed = new Map<string, { before: PlacementSled; now: PlacementSled }>()

  /**
   * @param sleds sorted by `emptiestFirst`.
   * @param instances that will be placed.
   */
  constructor(sleds: readonly PlacementSled[], instances: readonly Size[]) {
    // A sorted list is a heap.
    this.#heap = [...sleds]
    this.#fewestVcpus = instances.reduce((fewest, { ncpus }) => Math.min(fewest, ncpus), Infinity)
  }

  /** Places an instance on the sled that a start would choose. @returns its ID, or undefined if none has room. */
  take({ ncpus, memory, cpuPlatform }: Size): string | undefined {
    const unfit: PlacementSled[] = []
    let taken: string | undefined
    while (this.#heap.length > 0 && freeMemory(this.#heap[0]!) >= memory) {
      const sled = this.#pop()
      const threads = freeVcpus(sled)
      if (threads >= ncpus && (cpuPlatform === null || sled.cpuPlatforms.includes(cpuPlatform))) {
        taken = sled.id
        const usedVcpus = sled.usedVcpus + ncpus
        const now = { ...sled, usedVcpus, usedMemory: sled.usedMemory + memory }
        this.#changed.set(sled.id, { before: this.#changed.get(sled.id)?.before ?? sled, now })
        this.#push(now)
        break
      }
      // A sled without threads for any of the instances need not be looked at again.
      if (threads >= this.#fewestVcpus) unfit.push(sled)
    }
    for (const sled of unfit) this.#push(sled)
    return taken
  }

  /** Returns how much an amount shrank, summed over the sleds that got instances. */
  changes(amount: (sled: PlacementSled) => number): number {
    return [...this.#changed.values()].reduce((sum, { before, now }) => sum + amount(before) - amount(now), 0)
  }

  #push(sled: PlacementSled): void {
    const heap = this.#heap
    let at = heap.length
    heap.push(sled)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (emptiestFirst(heap[parent]!, sled) <= 0) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = sled
  }

  #pop(): PlacementSled {
    const heap = this.#heap
    const top = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && emptiestFirst(heap[child + 1]!, heap[child]!) < 0) child += 1
      if (emptiestFirst(last, heap[child]!) <= 0) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
    return top
  }
}
