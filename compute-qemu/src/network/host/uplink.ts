import { DriverError } from '@granary/compute/driver-error.ts'
import { networkContains, normalizeNetwork } from '@granary/domain/ip.ts'
import type { Batch } from '../plan/links.ts'
import { byFamily } from '../plan/links.ts'
import type { Outside } from '../plan/gaps.ts'
import { OUTSIDE_LINK } from '../plan/hub.ts'
import { HUB_MAC, PEER, VPC_MAC } from '../plan/names.ts'
import { single } from '../plan/lists.ts'
import { type Claim, ledBy, type Led, leadingBatch } from '../plan/uplink.ts'
import { apply, REPEATED, type RunIp } from './batch.ts'
import { addPair, ipIn } from './hub.ts'
import type { Namespaces } from './namespaces.ts'
import { run } from './run.ts'
import { heldByOthers } from './held-addresses.ts'

export interface UplinkOptions {
  /** The interface or bridge of the host that is in the network of the external addresses. */
  interface: string
  /** Name of the host's link to the hub. */
  link: string
  /** Words before a command that runs in the namespace of the interface. */
  enter: readonly string[]
}

type Networked = Extract<Outside, { type: 'uplink' }>

/** The connection of the hub with the network of an interface of the host. Calls must come one after the other. */
export class Uplink {
  readonly #options: UplinkOptions
  readonly #ip: RunIp
  readonly #connect: () => Promise<void>
  #outside: Networked
  #claims: readonly Claim[] = []
  /** The claims that packets follow, as text. */
  #followed: string | null = null

  private constructor(namespaces: Namespaces, hub: string, options: UplinkOptions) {
    this.#options = options
    this.#connect = () => connectHub(namespaces, hub, this.#ip, options)
    this.#ip = ipOf(options)
    this.#outside = {
      type: 'uplink',
      interface: options.interface,
      networks: [],
      routesV6: false,
      problem: null,
      taken: new Map(),
    }
  }

  /**
   * Connects the hub, or completes the connection.
   * @throws DriverError `invalid` if the host has no such interface.
   */
  static async open(namespaces: Namespaces, hub: string, options: UplinkOptions): Promise<Uplink> {
    const uplink = new Uplink(namespaces, hub, options)
    if (!(await uplink.#isThere()))
      throw new DriverError(
        'invalid',
        `this host has no network interface "${options.interface}" for external addresses: name one of those that "ip link" lists`,
      )
    await uplink.#connect()
    return uplink
  }

  /**
   * Makes packets of claims reach the hub, and others not, except for addresses that another machine has. Looks at nothing if it has
   * done that for the same claims, without a gap.
   */
  async follow(claims: readonly Claim[]): Promise<void> {
    const text = JSON.stringify(claims)
    const { problem, taken } = this.#outside
    if (text === this.#followed && problem === null && taken.size === 0) return
    await this.#follow(claims)
  }

  async #follow(claims: readonly Claim[]): Promise<void> {
    this.#claims = claims
    this.#followed = null
    const { interface: uplink, link } = this.#options
    if (!(await this.#isThere())) {
      this.#outside = { ...this.#outside, problem: `This host has no network interface ${uplink} any more.` }
      return
    }
    await this.#permit()
    await this.#look()
    const there = await ledNow(this.#ip, link)
    const isNew = (address: string) => !there.answers.has(`${address} ${uplink}`)
    // A host that answers for another one's address would take its packets.
    const held = await heldByOthers(
      this.#ip,
      uplink,
      claims.flatMap(({ answered }) => answered).filter(isNew),
    )
    const taken = new Map(
      claims.flatMap(({ subject, answered }): [string, string][] => {
        const address = answered.find((one) => held.has(one))
        return address === undefined ? [] : [[subject, `${address} ${held.get(address)!}`]]
      }),
    )
    this.#outside = { ...this.#outside, taken }
    const wanted = ledBy(
      claims.filter(({ subject }) => !taken.has(subject)),
      uplink,
    )
    await apply(this.#ip, leadingBatch(there, wanted, link), REPEATED)
    this.#followed = JSON.stringify(claims)
  }

  /** Makes again what is missing for the last claims. @param isLost whether the link to the hub is. */
  async repair(isLost: boolean): Promise<void> {
    if (isLost) await this.#connect()
    await this.#follow(this.#claims)
  }

  /** What the host's interface can carry now. */
  get outside(): Networked {
    return this.#outside
  }

  #isThere(): Promise<boolean> {
    return this.#ip(['link', 'show', 'dev', this.#options.interface]).then(
      () => true,
      () => false,
    )
  }

  /** Makes the interface and the link forward packets, and answer for the addresses that are told. */
  async #permit(): Promise<void> {
    const { interface: uplink, link, enter } = this.#options
    await writeSettings(enter, {
      [`ipv4/conf/${link}/forwarding`]: 1,
      [`ipv4/conf/${uplink}/forwarding`]: 1,
      [`ipv6/conf/${uplink}/proxy_ndp`]: 1,
    })
  }

  async #look(): Promise<void> {
    const { interface: uplink, enter } = this.#options
    const [{ addr_info: addresses }] = JSON.parse(
      await this.#ip(['-json', 'addr', 'show', 'dev', uplink]),
    ) as [{ addr_info: { local: string; prefixlen: number }[] }]
    const forwarding = await run([...enter, 'cat', '/proc/sys/net/ipv6/conf/all/forwarding']).catch(() => '0')
    // The table of the host's iptables, which Docker fills.
    const rules = await run([...enter, 'nft', 'list', 'chain', 'ip', 'filter', 'FORWARD']).catch(() => '')
    this.#outside = {
      ...this.#outside,
      networks: addresses.map(({ local, prefixlen }) => normalizeNetwork(`${local}/${prefixlen}`)),
      routesV6: forwarding.trim() === '1',
      problem: /policy drop/.test(rules)
        ? `A firewall on this host, such as Docker's, drops forwarded packets. Allow those of ${uplink}.`
        : null,
    }
  }
}

/** Connects the hub with the host, or completes the connection. */
async function connectHub(
  namespaces: Namespaces,
  hub: string,
  ip: RunIp,
  { link, enter }: UplinkOptions,
): Promise<void> {
  await addPair(ip, link, OUTSIDE_LINK, hub)
  await namespaces.ip(hub, ['link', 'set', OUTSIDE_LINK, 'up'])
  // Where the host's new interfaces have no IPv6, this one needs it to have a route.
  await writeSettings(enter, { [`ipv6/conf/${link}/disable_ipv6`]: 0 })
  const inHub: Batch = byFamily(({ version }) => [
    `neigh replace ${PEER[version]} lladdr ${HUB_MAC} dev ${OUTSIDE_LINK} nud permanent`,
    `route replace default via ${PEER[version]} dev ${OUTSIDE_LINK} onlink`,
  ])
  await apply(ipIn(namespaces, hub), inHub)
  const toHub = byFamily(({ version }) => [
    `neigh replace ${PEER[version]} lladdr ${VPC_MAC} dev ${link} nud permanent`,
  ])
  await apply(ip, toHub)
}

/** Ends the connection that an earlier server made, if there is one. */
export async function endUplink(options: Pick<UplinkOptions, 'link' | 'enter'>): Promise<void> {
  const ip = ipOf(options)
  const { link } = options
  const isThere = await ip(['link', 'show', 'dev', link]).then(
    () => true,
    () => false,
  )
  if (!isThere) return
  await apply(
    ip,
    leadingBatch(await ledNow(ip, link), { routes: new Set(), answers: new Set() }, link),
    REPEATED,
  )
  await ip(['link', 'delete', 'dev', link])
}

const ipOf =
  ({ enter }: Pick<UplinkOptions, 'enter'>): RunIp =>
  (words, input) =>
    run([...enter, 'ip', ...words], input)

/** Writes settings of the kernel, except for those that it lacks, such as those of IPv6. */
async function writeSettings(enter: readonly string[], settings: Record<string, number>): Promise<void> {
  const lines = Object.entries(settings).map(
    ([key, value]) => `[ ! -e /proc/sys/net/${key} ] || echo ${value} > /proc/sys/net/${key}`,
  )
  await run([...enter, 'sh', '-e', '-s'], lines.join('\n') + '\n')
}

/** Returns what leads to the hub now. An interface answers for it, whichever it is. */
async function ledNow(ip: RunIp, link: string): Promise<Led> {
  const list = async <Row>(words: readonly string[]): Promise<Row[]> =>
    (
      await Promise.all(
        ['-4', '-6'].map(
          async (family) => JSON.parse((await ip([family, '-json', ...words])) || '[]') as Row[],
        ),
      )
    ).flat()
  const routes = (await list<{ dst: string; gateway?: string }>(['route', 'show', 'dev', link]))
    .filter(({ gateway }) => gateway === PEER.v4 || gateway === PEER.v6)
    .map(({ dst }) => dst)
  const answers = (await list<{ dst: string; dev: string }>(['neigh', 'show', 'proxy'])).filter(({ dst }) =>
    routes.some((route) => (route.includes('/') ? networkContains(route, single(dst)) : route === dst)),
  )
  return { routes: new Set(routes), answers: new Set(answers.map(({ dst, dev }) => `${dst} ${dev}`)) }
}
