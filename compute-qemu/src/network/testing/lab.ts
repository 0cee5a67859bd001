import { type ChildProcess, spawn } from 'node:child_process'
import type { MachineNic } from '@granary/compute/machine.ts'
import type { NetworkSpec } from '@granary/compute/network.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostNetworks } from '../host-networks.ts'
import { openNamespaces, type Namespaces } from '../host/namespaces.ts'
import { run } from '../host/run.ts'
import { makeRouter } from '../host/sysctls.ts'
import type { MakeLink } from '../host/taps.ts'
import { type HostNetworksOptions, openHostNetworks } from '../open.ts'
import { gatewayAddress } from '../plan/gateway-address.ts'
import { tagOf } from '../plan/names.ts'
import { Guest } from './guest.ts'
import { endHolder } from '../../testing/networks.ts'
import { connectNeighbor, endAll, INTERNET, makeHost, METADATA } from './lab-host.ts'

/** Networks of a test, with namespaces that stand for machines, the host and the internet. */
export interface Lab {
  folder: string
  networks: HostNetworks
  namespaces: Namespaces
  /** Opens the networks again, as a server does that starts after another one was killed. @param changes settings of that server. */
  reopen(changes?: Partial<HostNetworksOptions>): Promise<HostNetworks>
  /** Runs a command in the host's own network. */
  inHost(words: readonly string[]): Promise<string>
  /** Makes a machine with one interface, and starts its process. @param extra more addresses that it has. */
  guest(network: NetworkSpec, nicId: string, extra?: readonly string[]): Promise<Guest>
  /** A process at the addresses of the internet, which is beyond the host. */
  internet: Guest
  /** Runs a command of `enter` or of a guest. */
  run(words: readonly string[]): Promise<string>
  /** Starts a command in the background. */
  start(words: readonly string[]): ChildProcess
  /** Starts a process of another machine in the host's own network, beside the host. @param addresses with their networks. */
  neighbor(addresses: readonly string[]): Promise<Guest>
  end(): Promise<void>
}

let labs = 0

/** Makes a lab. Nothing of it touches the networks of this machine. */
export async function makeLab(options: Partial<HostNetworksOptions> = {}): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'granary-net-'))
  const tag = `lab${process.pid}x${labs++}`
  const { as = [], rootless = false, uplink = 'lan0' } = options
  if (as.length > 0) await run(['chmod', '777', folder])
  const root = await openNamespaces({ folder, rootless: false, as: [] })
  const host = `${tag}-host`
  // Without an uplink, programs connect the namespaces with the host's, which is not one of theirs.
  const isApart = uplink === null
  if (isApart) await makeHost(root, host)
  const words = isApart ? [...root.enter(host), ...as] : as
  const namespaces = await openNamespaces({ folder, rootless, as: words })
  if (!isApart) await makeHost(namespaces, host)
  // Names of namespaces are in the mount namespace of their user namespace.
  const inHost = isApart
    ? words
    : namespaces.enter(host).flatMap((word) => (word === '-U' ? ['-U', '-m'] : [word]))
  const made: string[] = []
  const guests: Guest[] = []
  let count = 0
  const make = async (name: string) => {
    await namespaces.add(`${tag}-${name}`)
    made.push(`${tag}-${name}`)
    return `${tag}-${name}`
  }
  const names = new Map<string, string>()
  const makeLink = linkTo(namespaces, names)
  const open = (changes: Partial<HostNetworksOptions> = {}) =>
    openHostNetworks({
      folder,
      guests: { dnsServers: ['192.0.2.53'], mtu: 1400 },
      makeLink,
      ...options,
      uplink,
      host: inHost,
      as: words,
      ...changes,
    })
  let networks = await open()
  const start = async (enter: string[], addresses: readonly string[]) => {
    const guest = await Guest.start(enter, addresses)
    guests.push(guest)
    return guest
  }
  return {
    folder,
    get networks() {
      return networks
    },
    namespaces,
    reopen: async (changes) => (networks = await networks.close().then(() => open(changes))),
    inHost: (line) => run([...inHost, ...line]),
    run: (words) => run(words),
    start: (words) => spawn(words[0]!, words.slice(1), { stdio: 'ignore' }),
    internet: await start((isApart ? root : namespaces).enter(host), [...INTERNET, METADATA]),
    guest: async (network, nicId, extra = []) => {
      const name = await make(`g${count++}`)
      names.set(nicId, name)
      await networks.addTap('', nicOf(network, nicId), null)
      await setUp(namespaces, name, network, nicId)
      for (const address of extra) await namespaces.ip(name, ['addr', 'add', address, 'dev', 'lo'])
      return start(namespaces.enter(name), [...blocksOf(network, nicId).at.addresses, ...extra])
    },
    neighbor: async (addresses) => {
      const name = await make(`n${count}`)
      const at = await connectNeighbor(namespaces, host, { name, link: `n${count++}`, addresses })
      return start(namespaces.enter(name), at)
    },
    end: async () => {
      for (const guest of guests) guest.end()
      for (const { id } of await networks.list()) await networks.remove(id)
      await networks.close()
      const isOwn = (name: string) => made.includes(name) || name.startsWith(`granary-${tagOf(folder)}-`)
      await endAll(namespaces, [...(await namespaces.list()).filter(isOwn), ...(isApart ? [] : [host])])
      if (isApart) await endAll(root, [host])
      await endHolder(folder)
      await rm(folder, { recursive: true })
    },
  }
}

/** Returns a function that makes the link of an interface, whose other end is in the namespace of a guest. */
const linkTo =
  (namespaces: Namespaces, names: ReadonlyMap<string, string>): MakeLink =>
  async ({ namespace, name, nic }) => {
    const guest = names.get(nic.id)!
    const command = `link add ${name} type veth peer name eth0 address ${nic.mac} netns ${guest}`
    await namespaces.ip(namespace, command.split(' '))
  }

const blocksOf = (network: NetworkSpec, nicId: string) => {
  const at = network.interfaces.find(({ id }) => id === nicId)!
  return { at, subnet: network.subnets.find(({ id }) => id === at.subnetId)! }
}

/** Returns an interface as a machine has it. */
function nicOf(network: NetworkSpec, nicId: string): MachineNic {
  const { at, subnet } = blocksOf(network, nicId)
  const width = (address: string) =>
    (address.includes(':') ? subnet.ipv6Block : subnet.ipv4Block).split('/')[1]
  return {
    id: nicId,
    name: 'net0',
    networkId: network.id,
    mac: at.mac,
    primary: at.primary,
    addresses: at.addresses.map((address) => `${address}/${width(address)}`),
    mtu: 1500,
  }
}

/** Gives a guest its addresses, as DHCP would, and makes it forward the packets of others. */
async function setUp(
  namespaces: Namespaces,
  name: string,
  network: NetworkSpec,
  nicId: string,
): Promise<void> {
  const { at, subnet } = blocksOf(network, nicId)
  await makeRouter(namespaces, name)
  const gateway = gatewayAddress(subnet.ipv4Block)
  await run(
    [...namespaces.enter(name), 'sh', '-e', '-s'],
    'echo 1 > /proc/sys/net/ipv4/neigh/eth0/proxy_delay; echo 0 > /proc/sys/net/ipv4/conf/eth0/proxy_arp\n',
  )
  const commands = [
    'link set eth0 up',
    ...at.addresses.map(
      (address) => `addr add ${address}${address.includes(':') ? '/128 dev eth0 nodad' : '/32 dev eth0'}`,
    ),
    ...(at.addresses.some((address) => !address.includes(':'))
      ? [`route add ${gateway} dev eth0`, `route add default via ${gateway} dev eth0`]
      : []),
    ...(at.addresses.some((address) => address.includes(':'))
      ? ['-6 route add default via fe80::1 dev eth0']
      : []),
  ]
  for (const command of commands) await namespaces.ip(name, command.split(' '))
}
