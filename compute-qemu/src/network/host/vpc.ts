import type { NetworkSpec } from '@granary/compute/network.ts'
import { dhcpConfig, type GuestSettings } from '../plan/dhcp.ts'
import { externalBatch } from '../plan/hub.ts'
import { hubLinkName } from '../plan/names.ts'
import { type Batch, joined, relayBatch, tapBatch } from '../plan/links.ts'
import { piecesOf } from '../plan/pieces.ts'
import { rulesetOf } from '../plan/ruleset.ts'
import { apply, type RunIp, undo } from './batch.ts'
import { isDhcpServer, serveDhcp } from './dhcp-server.ts'
import { connect, disconnect, hasRules, ipIn, load } from './hub.ts'
import type { Namespaces } from './namespaces.ts'
import { run } from './run.ts'
import { removeLink } from './taps.ts'
import { makeRouter } from './sysctls.ts'

/** Characters of a transaction without root: the kernel refuses larger messages than the socket's buffer, of about 200 KiB. */
const PIECE_LIMIT = 12 * 1024

/** A part of a VPC that is not there. */
export type Missing = 'namespace' | 'link' | 'rules' | 'dhcp'

/** What the namespaces of all VPCs share. */
export interface VpcSurroundings {
  namespaces: Namespaces
  /** Name of the hub's namespace. */
  hub: string
  guests: GuestSettings
}

/** Returns a network without anything, which passes no packets. */
const emptySpec = (id: string): NetworkSpec => ({
  id,
  version: '',
  vni: 0,
  subnets: [],
  interfaces: [],
  firewalls: [],
  rules: [],
  external: [],
  routed: [],
})

/** The namespace of a VPC. Calls must come one after the other. */
export class Vpc {
  readonly #id: string
  readonly #around: VpcSurroundings
  readonly name: string
  /** What packets follow. */
  #spec: NetworkSpec
  readonly #nics: Set<string>
  #dhcp: { config: string; pid: number } | null = null
  /** Name of the tables that packets follow. */
  #table = ''
  /** Tells its namespace from another one with its name. */
  #namespace: number | null = null

  private constructor(id: string, name: string, around: VpcSurroundings, spec: NetworkSpec, nics: string[]) {
    this.#id = id
    this.name = name
    this.#around = around
    this.#spec = spec
    this.#nics = new Set(nics)
  }

  /** Makes the namespace, or completes one that was not completed. No packets pass. */
  static async make(id: string, name: string, around: VpcSurroundings): Promise<Vpc> {
    const { namespaces, hub } = around
    await namespaces.add(name)
    await makeRouter(namespaces, name)
    const vpc = new Vpc(id, name, around, emptySpec(id), [])
    await vpc.#switchRules(emptySpec(id))
    await connect(namespaces, hub, name, id)
    vpc.#namespace = await namespaces.idOf(name)
    return vpc
  }

  /** Returns a namespace from before, whose packets follow a network. @param nics IDs of the interfaces with a tap. */
  static async find(spec: NetworkSpec, name: string, around: VpcSurroundings, nics: string[]): Promise<Vpc> {
    const vpc = new Vpc(spec.id, name, around, spec, nics)
    vpc.#namespace = await around.namespaces.idOf(name)
    const tables = (await vpc.#tables()).map(({ table }) => table).sort()
    const [first, second] = tables.map((table) => table.split(' ')[1]!)
    // A server that was killed may have left a table that it had not finished.
    if (tables.length === 2 && first === second) vpc.#table = first!
    else await vpc.#switchRules(spec)
    await vpc.#serve(true)
    return vpc
  }

  get nics(): ReadonlySet<string> {
    return this.#nics
  }

  /** Makes packets follow a network. Rules change in one transaction; routes that only the new ones need come before it. */
  async follow(spec: NetworkSpec): Promise<void> {
    const { namespaces, hub } = this.#around
    const before = this.#batch(this.#spec)
    const after = this.#batch(spec)
    await apply(this.#ip, without(after, before))
    await this.#switchRules(spec)
    await apply(ipIn(namespaces, hub), without(externalBatch(spec), externalBatch(this.#spec)))
    await undo(ipIn(namespaces, hub), externalBatch(this.#spec), externalBatch(spec))
    await undo(this.#ip, before, after)
    this.#spec = spec
    await this.#serve()
  }

  /** Makes no packets pass. */
  async clear(): Promise<void> {
    await this.follow(emptySpec(this.#id))
  }

  /** Says that an interface has a tap now. */
  async added(nicId: string): Promise<void> {
    this.#nics.add(nicId)
    const at = this.#spec.interfaces.find(({ id }) => id === nicId)
    if (at) await apply(this.#ip, tapBatch(this.#spec, at))
    await this.#serve()
  }

  /** Deletes the tap of an interface. */
  async removeTap(nicId: string, link: string): Promise<void> {
    if (!this.#nics.has(nicId)) return
    await removeLink(this.#around.namespaces, this.name, link)
    this.#nics.delete(nicId)
    await this.#serve()
  }

  /**
   * Makes again what is missing of it, such as what a person has deleted or a program that has ended.
   * @param look the links of the hub, and whether to look at the rules, which takes longest.
   * @returns what was missing.
   */
  async repair(look: { hubLinks: ReadonlySet<string>; atRules: boolean }): Promise<Missing[]> {
    const { namespaces } = this.#around
    const missing: Missing[] = []
    const isOwn = (await namespaces.idOf(this.name)) === this.#namespace
    if (!isOwn) missing.push('namespace')
    // One that has a process, such as a machine, needs its name only.
    const isNamed = isOwn || (await this.#rename())
    const hasLink = isNamed && look.hubLinks.has(hubLinkName(this.#id))
    if (isOwn && !hasLink) missing.push('link')
    if (!hasLink) await this.#connect(isNamed)
    if (look.atRules && !(await hasRules(namespaces, this.name, `inet ${this.#table} sent`))) {
      missing.push('rules')
      await this.#switchRules(this.#spec)
    }
    if (this.#dhcp && !(await isDhcpServer(this.#dhcp.pid))) {
      missing.push('dhcp')
      this.#dhcp = null
    }
    await this.#serve()
    return missing
  }

  async #rename(): Promise<boolean> {
    const { namespaces } = this.#around
    await namespaces.remove(this.name)
    return this.#namespace !== null && namespaces.rename(this.name, this.#namespace)
  }

  /** Connects the namespace with the hub again. @param isThere false if it is lost, with its taps. */
  async #connect(isThere: boolean): Promise<void> {
    const { namespaces, hub } = this.#around
    if (!isThere) {
      await namespaces.add(this.name)
      this.#nics.clear()
      this.#dhcp = null
      await makeRouter(namespaces, this.name)
      await this.#switchRules(this.#spec)
    }
    await connect(namespaces, hub, this.name, this.#id)
    await apply(this.#ip, this.#batch(this.#spec))
    await apply(ipIn(namespaces, hub), externalBatch(this.#spec))
    this.#namespace = await namespaces.idOf(this.name)
  }

  /** Ends the namespace. */
  async end(): Promise<void> {
    await this.clear()
    await disconnect(this.#around.namespaces, this.#around.hub, this.#id)
    await serveDhcp(this.#around.namespaces, this.name, null)
    await this.#around.namespaces.remove(this.name)
  }

  get #ip(): RunIp {
    return ipIn(this.#around.namespaces, this.name)
  }

  /** Returns the commands for a network and the taps that exist. */
  #batch(spec: NetworkSpec): Batch {
    const taps = spec.interfaces.filter(({ id }) => this.#nics.has(id))
    return joined([relayBatch(spec), ...taps.map((at) => tapBatch(spec, at))])
  }

  async #switchRules(spec: NetworkSpec): Promise<void> {
    const { namespaces } = this.#around
    const tables = await this.#tables()
    const name = `granary_${Math.max(0, ...tables.map(({ number }) => number)) + 1}`
    const ruleset = rulesetOf(spec, name)
    const last = [...ruleset.hooks, ...tables.map(({ table }) => `delete table ${table}`)]
    const pieces = namespaces.rootless ? piecesOf(ruleset.content, PIECE_LIMIT) : [ruleset.content]
    const final = pieces.pop()!
    for (const piece of pieces) await load(namespaces, this.name, piece)
    await load(namespaces, this.name, [...final, ...last])
    this.#table = name
  }

  /** Returns the tables that are there. */
  async #tables(): Promise<{ table: string; number: number }[]> {
    const listed = await run([...this.#around.namespaces.enter(this.name), 'nft', 'list', 'tables'])
    return [...listed.matchAll(/table (\w+ granary_(\d+))/g)].map(([, table, number]) => ({
      table: table!,
      number: Number(number),
    }))
  }

  /** Makes the DHCP server fit. @param isFound whether one may be there that this process did not start. */
  async #serve(isFound = false): Promise<void> {
    const { namespaces, guests } = this.#around
    const config = this.#nics.size > 0 ? dhcpConfig(this.#spec, guests) : null
    if (!isFound && config === (this.#dhcp?.config ?? null)) return
    const pid = await serveDhcp(namespaces, this.name, config)
    this.#dhcp = config === null ? null : { config, pid: pid! }
  }
}

const without = (batch: Batch, known: Batch): Batch => ({
  v4: rest(batch.v4, known.v4),
  v6: rest(batch.v6, known.v6),
})

const rest = (commands: readonly string[], known: readonly string[]): string[] => {
  const before = new Set(known)
  return commands.filter((command) => !before.has(command))
}
