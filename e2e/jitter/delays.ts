/** Returns the milliseconds that the next event of a name waits. */
export type Delays = (name: string) => number

/**
 * Returns delays of which most are at most 50 ms and some 300 to 800 ms, which reorders answers. With the same seed, the nth event
 * of a name always has the same delay.
 *
 * Pages run the source of this function, so it uses nothing from outside.
 */
export function delaysOf(seed: string): Delays {
  const times = new Map<string, number>()
  /** Returns a number from 0 to below 1: FNV-1a, mixed as MurmurHash3 ends. */
  const random = (text: string) => {
    let hash = 0x811c9dc5
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
  }
  return (name) => {
    const nth = (times.get(name) ?? 0) + 1
    times.set(name, nth)
    const event = `${seed} ${name} ${nth}`
    return random(`long ${event}`) < 0.15 ? 300 + random(event) * 500 : random(event) * 50
  }
}
