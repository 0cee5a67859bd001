import { setTimeout } from 'node:timers/promises'
import type { Namespaces } from '../host/namespaces.ts'
import { makeRouter } from '../host/sysctls.ts'

/** Addresses of the internet in a lab. */
export const INTERNET = ['198.51.100.7', '198.51.100.9', '2001:db8:1::7']
/** Where the host's cloud has services for the host alone. */
export const METADATA = '169.254.169.254'

/** Makes the namespace that stands for the host and the internet beyond it. */
export async function makeHost(namespaces: Namespaces, host: string): Promise<void> {
  await namespaces.add(host)
  await makeRouter(namespaces, host)
  const commands = [
    'link add lan0 type bridge',
    'link set lan0 up',
    'link add lan1 type veth peer name lan2',
    'link set lan1 master lan0 up',
    'link set lan2 up',
    'addr add 203.0.113.250/24 dev lan0',
    'addr add 2001:db8:2::250/64 dev lan0 nodad',
    'route add default via 203.0.113.254',
    ...[...INTERNET, METADATA].map((address) => `addr add ${address} dev lo`),
  ]
  for (const command of commands) await namespaces.ip(host, command.split(' '))
}

/** Connects a namespace with the host's bridge. @param addresses with their networks. @returns them without. */
export async function connectNeighbor(
  namespaces: Namespaces,
  host: string,
  { name, link, addresses }: { name: string; link: string; addresses: readonly string[] },
): Promise<string[]> {
  await namespaces.ip(host, `link add ${link} type veth peer name lan2 netns ${name}`.split(' '))
  await namespaces.ip(host, ['link', 'set', link, 'master', 'lan0', 'up'])
  await namespaces.ip(name, ['link', 'set', 'lan2', 'up'])
  for (const address of addresses) {
    const nodad = address.includes(':') ? ['nodad'] : []
    await namespaces.ip(name, ['addr', 'add', address, 'dev', 'lan2', ...nodad])
  }
  const isForwarding = async () =>
    (await namespaces.ip(host, ['-details', 'link', 'show', link])).includes('state forwarding')
  while (!(await isForwarding())) await setTimeout(10)
  return addresses.map((address) => address.split('/')[0]!)
}

/** Ends namespaces with all that runs in them. */
export async function endAll(namespaces: Namespaces, names: readonly string[]): Promise<void> {
  for (const name of names) {
    for (const pid of await namespaces.processes(name)) process.kill(pid)
    await namespaces.remove(name)
  }
}
