import { setTimeout } from 'node:timers/promises'
import { apply, REPEATED, type RunIp } from './batch.ts'
import { byFamily } from '../plan/links.ts'
import { isOf } from '../plan/lists.ts'

/** How long other hosts may take to say that they have an address; milliseconds. */
const PATIENCE_MS = 1_000
const POLL_MS = 50

/**
 * Asks the network of an interface who has addresses, by ARP and neighbor discovery, before this host answers for them.
 * @returns the addresses that this or another host has, each with the end of a sentence about it.
 */
export async function heldByOthers(
  ip: RunIp,
  uplink: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const held = new Map<string, string>()
  if (addresses.length === 0) return held
  const own = JSON.parse(await ip(['-json', 'addr', 'show'])) as { addr_info: { local: string }[] }[]
  const locals = new Set(own.flatMap(({ addr_info: some }) => some.map(({ local }) => local)))
  for (const address of addresses)
    if (locals.has(address)) held.set(address, 'is an address of this host itself')
  const asked = new Set(addresses.filter((address) => !locals.has(address)))
  const known = async () =>
    JSON.parse((await ip(['-json', 'neigh', 'show', 'dev', uplink])) || '[]') as {
      dst: string
      lladdr?: string
      state: string[]
    }[]
  // What the kernel knows may be old. With `use`, it asks. `ip` ends at an entry that it can't delete, because it went by itself.
  const old = (await known()).map(({ dst }) => dst).filter((address) => asked.has(address))
  const batchOf = (list: Iterable<string>, command: (address: string) => string) =>
    byFamily((family) => [...list].filter((address) => isOf(family, address)).map(command))
  await apply(
    ip,
    batchOf(old, (address) => `neigh del ${address} dev ${uplink}`),
    REPEATED,
  )
  await apply(
    ip,
    batchOf(asked, (address) => `neigh replace ${address} dev ${uplink} use`),
  )
  for (let waited = 0; waited < PATIENCE_MS && asked.size > 0; waited += POLL_MS) {
    await setTimeout(POLL_MS)
    for (const { dst, lladdr, state } of await known()) {
      if (!asked.has(dst) || state.includes('INCOMPLETE')) continue
      asked.delete(dst)
      if (lladdr !== undefined) held.set(dst, `is another machine's in the network of ${uplink} (${lladdr})`)
    }
  }
  return held
}
