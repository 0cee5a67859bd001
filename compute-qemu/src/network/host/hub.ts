import { hubRules, vpcElement, vpcLinkBatch } from '../plan/hub.ts'
import { namespaceBatch } from '../plan/links.ts'
import { HUB_LINK, HUB_MAC, hubLinkName, VPC_MAC } from '../plan/names.ts'
import { apply, type RunIp, undo } from './batch.ts'
import type { Namespaces } from './namespaces.ts'
import { CommandFailed, run } from './run.ts'
import { makeRouter } from './sysctls.ts'

/** Makes the namespace between the VPCs and the outside, or completes it. */
export async function openHub(namespaces: Namespaces, hub: string, translates: boolean): Promise<void> {
  await namespaces.add(hub)
  // Connections to forwarded ports begin at the loopback interface. VPCs send from their external addresses only.
  await makeRouter(namespaces, hub, { 'ipv4/conf/default/route_localnet': 1 })
  await load(namespaces, hub, hubRules(translates))
}

/** Whether a chain of a namespace is there, with rules. @param chain after its family and table. */
export async function hasRules(namespaces: Namespaces, name: string, chain: string): Promise<boolean> {
  const words = ['nft', 'list', 'chain', ...chain.split(' ')]
  const shown = await run([...namespaces.enter(name), ...words]).catch(() => '')
  return /\b(accept|drop)$/m.test(shown)
}

/** How a hub was found: without its rules, or as another namespace than before, which has nothing. */
export type FoundHub = 'whole' | 'flushed' | 'new'

/**
 * Makes a hub that has lost its namespace or its rules again.
 * @param before tells its namespace from another one with its name.
 * @param leave called before another namespace takes its place.
 */
export async function repairHub(
  namespaces: Namespaces,
  hub: string,
  { before, translates, leave }: { before: number | null; translates: boolean; leave: () => Promise<void> },
): Promise<FoundHub> {
  const isOwn = (await namespaces.idOf(hub)) === before
  if (isOwn && (await hasRules(namespaces, hub, 'inet hub passing'))) return 'whole'
  if (!isOwn) {
    await leave()
    await namespaces.remove(hub)
  }
  await openHub(namespaces, hub, translates)
  return isOwn ? 'flushed' : 'new'
}

/** Runs commands of nft in one transaction. */
export async function load(namespaces: Namespaces, name: string, commands: readonly string[]): Promise<void> {
  await run([...namespaces.enter(name), 'nft', '-f', '-'], commands.join('\n') + '\n')
}

/** Returns the names of the links of a namespace. */
export async function linksOf(namespaces: Namespaces, name: string): Promise<Set<string>> {
  const links = JSON.parse((await namespaces.ip(name, ['-json', 'link', 'show'])) || '[]') as {
    ifname: string
  }[]
  return new Set(links.map(({ ifname }) => ifname))
}

/** Takes back what `connect` has made in the hub. The link ends with the namespace of the VPC. */
export async function disconnect(namespaces: Namespaces, hub: string, networkId: string): Promise<void> {
  await undo(ipIn(namespaces, hub), vpcLinkBatch(networkId), { v4: [], v6: [] })
  // Adding it first makes deleting it harmless.
  await load(namespaces, hub, [vpcElement(networkId), vpcElement(networkId).replace('add', 'delete')])
}

/** Connects the namespace of a VPC with the hub, or completes the connection. */
export async function connect(
  namespaces: Namespaces,
  hub: string,
  vpc: string,
  networkId: string,
): Promise<void> {
  const link = hubLinkName(networkId)
  await addPair(ipIn(namespaces, hub), link, HUB_LINK, vpc)
  await namespaces.ip(vpc, ['link', 'set', HUB_LINK, 'up'])
  await apply(ipIn(namespaces, vpc), namespaceBatch())
  await apply(ipIn(namespaces, hub), vpcLinkBatch(networkId))
  await load(namespaces, hub, [vpcElement(networkId)])
}

/** Makes a pair of links, one here and one in another namespace, and sets the one here up. */
export async function addPair(ip: RunIp, link: string, peer: string, namespace: string): Promise<void> {
  const command = `link add ${link} address ${HUB_MAC} type veth peer name ${peer} address ${VPC_MAC} netns ${namespace}`
  await ip(command.split(' ')).catch((error: unknown) => {
    if (!(error instanceof CommandFailed && error.stderr.includes('File exists'))) throw error
  })
  await ip(['link', 'set', link, 'up'])
}

/** Returns a function that runs `ip` in a namespace. */
export const ipIn =
  (namespaces: Namespaces, name: string): RunIp =>
  (words, input) =>
    namespaces.ip(name, words, input)
