import type { KeyedLock } from '@granary/compute/lock.ts'
import type { Gap } from '@granary/compute/network.ts'
import { vpcElement } from '../plan/hub.ts'
import { linksOf, load, repairHub } from './hub.ts'
import type { Namespaces } from './namespaces.ts'
import type { OutsideWorld } from './outside.ts'
import type { Missing, Vpc } from './vpc.ts'

/** VPCs whose rules one look reads, so that many VPCs do not take all the processor's time. */
const RULES_AT_ONCE = 8
/** Key of the lock of what all VPCs share. Each VPC has its ID. */
export const HOST = 'host'

const REASONS: Record<Missing, string> = {
  namespace: 'Its namespace was missing on this host, and was made again.',
  link: 'Its link to other networks was missing on this host, and was made again.',
  rules: 'Its rules were missing on this host, and were loaded again.',
  dhcp: 'The program that gives machines their addresses (dnsmasq) had ended, and was started again.',
}

interface Watched {
  namespaces: Namespaces
  hub: string
  world: OutsideWorld
  vpcs: ReadonlyMap<string, Vpc>
  lock: KeyedLock
  /** How long after a look the next one begins; milliseconds. */
  interval: number
  /** Returns all networks with their gaps. */
  list: () => Promise<unknown>
}

/**
 * Looks every few seconds whether the networks are there, such as after a person has deleted a part or a program has ended. Makes again
 * what is missing, and says until the next look that it was.
 */
export class Watch {
  readonly #watched: Watched
  readonly #listeners = new Set<() => void>()
  readonly #gaps = new Map<string, Gap[]>()
  #outside: Gap[] = []
  #hubId: number | null = null
  #round = 0
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(watched: Watched) {
    this.#watched = watched
  }

  async start(): Promise<void> {
    const { namespaces, hub } = this.#watched
    this.#hubId = await namespaces.idOf(hub)
    this.#wait()
  }

  /** Resolves when it looks no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  /** Calls a listener when gaps have changed without a request. @returns a function that ends this. */
  subscribe(listener: () => void): () => void {
    // A new wrapper for each call, so that one function can be subscribed twice.
    const own = () => listener()
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  /** Returns what the last look found missing of a network. */
  gapsOf(id: string): Gap[] {
    return [...(this.#gaps.get(id) ?? []), ...this.#outside]
  }

  #wait(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.#wait())
    }, this.#watched.interval).unref()
  }

  async #look(): Promise<void> {
    const { list, lock } = this.#watched
    const before = JSON.stringify(await list())
    this.#outside = await lock
      .run(HOST, () => this.#repairOutside())
      .catch((error: Error) => [outside(`This host's networks can't be made again: ${error.message}`)])
    await this.#repairVpcs()
    if (JSON.stringify(await list()) !== before) for (const listener of this.#listeners) listener()
  }

  async #repairOutside(): Promise<Gap[]> {
    const { namespaces, hub, world, vpcs } = this.#watched
    const was = await repairHub(namespaces, hub, { ...world, before: this.#hubId })
    this.#hubId = await namespaces.idOf(hub)
    if (was !== 'whole') await load(namespaces, hub, [...vpcs.keys()].map(vpcElement))
    const reason = await world.repair(was, await linksOf(namespaces, hub))
    return [
      ...(was === 'whole'
        ? []
        : [outside('The hub of all networks was missing on this host, and was made again.')]),
      ...(was !== 'whole' || reason === null ? [] : [outside(reason)]),
    ]
  }

  async #repairVpcs(): Promise<void> {
    const { vpcs, lock, namespaces, hub } = this.#watched
    const hubLinks = await linksOf(namespaces, hub).catch(() => null)
    // Without a hub, the gap about it says enough.
    if (hubLinks === null) return
    const ids = [...vpcs.keys()]
    const first = (this.#round++ * RULES_AT_ONCE) % Math.max(1, ids.length)
    for (const [at, id] of ids.entries()) {
      const atRules = (at - first + ids.length) % ids.length < RULES_AT_ONCE
      const gaps = await lock
        .run(id, async () => (await vpcs.get(id)?.repair({ hubLinks, atRules })) ?? [])
        .then((missing) => missing.map((subject) => warning(subject, REASONS[subject])))
        .catch((error: Error) => [
          warning('network', `It can't be made again on this host: ${error.message}`),
        ])
      this.#gaps.set(id, gaps)
    }
    for (const id of this.#gaps.keys()) if (!vpcs.has(id)) this.#gaps.delete(id)
  }
}

const warning = (subject: string, reason: string): Gap => ({ subject, reason, severity: 'warning' })
const outside = (reason: string): Gap => warning('outside', reason)
