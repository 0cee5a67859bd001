import type { Answer } from '@granary/domain/reachability/answer.ts'
import { explainer, type Question } from '@granary/domain/reachability/explain.ts'
import { readSpec } from '@granary/domain/network-spec/read.ts'
import type { Problem } from '@granary/domain/problems.ts'
import type { NetworkSpec } from '../network.ts'
import type { DriverStore } from '../store.ts'

const PREFIX = 'network/'
/** Versions have records of their own, so that a packet, or a list of them, need not read the networks. */
const VERSIONS = 'network-version/'
/** Maximum number of networks in memory, those that were used last: a large one takes megabytes. */
const MAX_KEPT = 32

/** A network, prepared for questions about packets. */
export interface KeptNetwork {
  spec: NetworkSpec
  /** Prepares the network when it is called first. */
  explain: (question: Question) => Answer | Problem
}

/**
 * The networks of a store. Each use reads the version of the network, because another server may have changed it, and the network
 * itself only if it has another version than the one in memory.
 */
export class KeptNetworks {
  readonly #store: DriverStore
  /** In the order of their last use. */
  readonly #kept = new Map<string, KeptNetwork>()

  constructor(store: DriverStore) {
    this.#store = store
  }

  async find(id: string): Promise<KeptNetwork | undefined> {
    const version = await this.versionOf(id)
    const kept = this.#kept.get(id)
    this.#kept.delete(id)
    const network = kept && kept.spec.version === version ? kept : await this.#read(id)
    // Without a version it is being created or deleted.
    if (network && version !== undefined) this.#keep(id, network)
    return network
  }

  async versionOf(id: string): Promise<string | undefined> {
    return (await this.#store.get(VERSIONS + id)) as string | undefined
  }

  /** The version comes last, and its record may be older than the network for a moment, but never newer. */
  async put(network: NetworkSpec): Promise<void> {
    await this.#store.put(PREFIX + network.id, network)
    await this.#store.put(VERSIONS + network.id, network.version)
  }

  async delete(id: string): Promise<void> {
    await this.#store.delete(VERSIONS + id)
    await this.#store.delete(PREFIX + id)
    this.#kept.delete(id)
  }

  async versions(): Promise<{ id: string; version: string }[]> {
    const records = await this.#store.list(VERSIONS)
    return records.map(({ key, value }) => ({ id: key.slice(VERSIONS.length), version: value as string }))
  }

  async #read(id: string): Promise<KeptNetwork | undefined> {
    const spec = (await this.#store.get(PREFIX + id)) as NetworkSpec | undefined
    if (!spec) return undefined
    let prepared: KeptNetwork['explain'] | undefined
    return { spec, explain: (question) => (prepared ??= explainer(readSpec(spec)))(question) }
  }

  #keep(id: string, network: KeptNetwork): void {
    this.#kept.delete(id)
    this.#kept.set(id, network)
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
  }
}
