import type { Gap, NetworkSpec } from '@granary/compute/network.ts'
import { readFile } from 'node:fs/promises'
import { type Forward, forwardsOf } from '../plan/forwards.ts'
import { gapsOf } from '../plan/gaps.ts'
import { forwardElements } from '../plan/hub.ts'
import { claimsOf } from '../plan/uplink.ts'
import { type FoundHub, load } from './hub.ts'
import type { Namespaces } from './namespaces.ts'
import { OUTSIDE_LINK } from '../plan/hub.ts'
import { Pastas } from './pasta.ts'
import { endUplink, Uplink } from './uplink.ts'

/** Each such repair looks at all that the host's network has. */
const THOROUGH = 5

/** What is beyond the hub. Calls must come one after the other. */
export interface OutsideWorld {
  /** Makes external addresses of these networks, and no others, lead to the hub. Does nothing where they do. */
  follow(specs: readonly NetworkSpec[]): Promise<void>
  /** Whether packets to the outside get the address of the outer link. */
  translates: boolean
  /** Lets go of a hub that is lost. */
  leave(): Promise<void>
  /**
   * Makes again what is missing.
   * @param links of the hub.
   * @returns what was missing, as a sentence; null if that is nothing, or is among the gaps.
   */
  repair(hub: FoundHub, links: ReadonlySet<string>): Promise<string | null>
  gaps(spec: NetworkSpec): Gap[]
  /** Returns the networks of which it has addresses, in CIDR notation. */
  networks(): readonly string[]
}

export interface OutsideOptions {
  namespaces: Namespaces
  hub: string
  folder: string
  /** Words before a command that runs in the host's own network. */
  host: readonly string[]
  /** Name of the host's link to the hub, where there is one. */
  link: string
}

/** Connects the hub with an interface of the host, for root. @throws DriverError `invalid` if the host has no such interface. */
export async function openHostNetwork(
  { namespaces, hub, folder, host, link }: OutsideOptions,
  uplink: string,
): Promise<OutsideWorld> {
  const pastas = await Pastas.open(namespaces, hub, folder, host)
  await pastas.end()
  const way = await Uplink.open(namespaces, hub, { interface: uplink, link, enter: host })
  let repairs = 0
  return {
    follow: (specs) => way.follow(claimsOf(specs)),
    translates: false,
    leave: async () => {},
    repair: async (_, links) => {
      const isLost = !links.has(OUTSIDE_LINK)
      // To look at all of it takes a dozen commands.
      if (isLost || repairs++ % THOROUGH === 0) await way.repair(isLost)
      return isLost
        ? 'The link between machines and the network of this host was missing, and was made again.'
        : null
    },
    gaps: (spec) => gapsOf(spec, way.outside, []),
    networks: () => way.outside.networks,
  }
}

/** Connects the hub by programs that need no root: machines reach the host's networks, and the host their open ports. */
export async function openForwards({
  namespaces,
  hub,
  folder,
  host,
  link,
}: OutsideOptions): Promise<OutsideWorld> {
  if (!namespaces.rootless) await endUplink({ link, enter: host })
  const pastas = await Pastas.open(namespaces, hub, folder, host)
  const lowestPort = await lowestPortOf(namespaces)
  let problem: string | null = null
  const connect = async () => {
    problem = await pastas.connect().then(
      () => null,
      (error: Error) => error.message,
    )
  }
  await connect()
  /** Begins a forward. @returns it with the ports at which it works: those of other programs are a gap, and the rest of the network works. */
  const made = async (forward: Forward): Promise<Forward> => {
    const { ports } = forward
    const taken = await pastas.forward(forward).catch(() => new Set(ports.map(({ host }) => host)))
    return { ...forward, ports: ports.filter(({ host }) => !taken.has(host)), taken: [...taken] }
  }
  let forwards: Forward[] = []
  let followed: readonly NetworkSpec[] = []
  const follow = async (specs: readonly NetworkSpec[]) => {
    followed = specs
    forwards = problem === null ? forwardsOf(specs, lowestPort) : []
    await pastas.keep(new Set(forwards.map(({ link }) => link)))
    await load(namespaces, hub, forwardElements(forwards))
    const begun: Forward[] = []
    for (const forward of forwards) begun.push(await made(forward))
    forwards = begun
  }
  return {
    follow,
    translates: true,
    leave: () => pastas.end(),
    repair: async (found) => {
      const working = forwards.filter(({ ports }) => ports.length > 0)
      const haveEnded = await pastas.haveEnded(working.map(({ link }) => link))
      if (!haveEnded && problem === null && found === 'whole') return null
      await connect()
      await follow(followed)
      return problem === null && haveEnded
        ? 'A program that connects machines with this host (pasta) had ended, and was started again.'
        : null
    },
    gaps: (spec) => gapsOf(spec, { type: 'forwards', problem }, forwards),
    networks: () => [],
  }
}

/** Returns the lowest port that this process may open. */
async function lowestPortOf({ rootless }: Namespaces): Promise<number> {
  if (!rootless) return 1
  const setting = await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => '1024')
  return Number(setting)
}
