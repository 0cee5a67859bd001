import { expect } from 'vitest'
import type { Ask } from './asking.ts'
import { BLOCK, isFull, isPart, partsOf, type Things } from './things.ts'

type Seen = { id: string; name: string; run_state?: string; state?: { state: string; instance?: string } }

/** Lists everything of a kind, page by page. */
async function all(ask: Ask, path: string): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>()
  let token = ''
  do {
    const { status, body } = await ask('GET', `${path}?project=p&limit=500${token}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const { items, next_page: next } = body as { items: Seen[]; next_page: string | null }
    for (const item of items) seen.set(item.name, item)
    token = next ? `&page_token=${next}` : ''
  } while (token)
  return seen
}

export const look = async (ask: Ask) => ({
  instances: await all(ask, '/v1/instances'),
  disks: await all(ask, '/v1/disks'),
  snapshots: await all(ask, '/v1/snapshots'),
})
export type World = Awaited<ReturnType<typeof look>>

/**
 * Compares what exists with what clients know: nothing acknowledged is missing, and nothing exists that nobody requested. What was
 * in flight is learned from what exists.
 */
export function compareAll(world: World, clients: readonly Things[]): void {
  const expected = { instances: new Map(), disks: new Map(), snapshots: new Map() } as Record<
    keyof World,
    Map<string, string>
  >
  for (const things of clients) {
    learn(world, things)
    const { instance, disk, snapshot, upload, parts } = things
    if (instance) expected.instances.set(instance.name, instance.id)
    // Clients don't learn their IDs, only that they exist.
    for (const name of parts) expected.disks.set(name, world.disks.get(name)?.id ?? 'missing')
    for (const one of [disk, upload]) if (one) expected.disks.set(one.name, one.id)
    if (snapshot) expected.snapshots.set(snapshot.name, snapshot.id)
  }
  for (const kind of ['instances', 'disks', 'snapshots'] as const) {
    const ids = new Map([...world[kind]].map(([name, { id }]) => [name, id]))
    expect(ids, kind).toEqual(expected[kind])
  }
}

/** Takes over what became of requests without an answer. */
function learn({ instances, disks, snapshots }: World, things: Things): void {
  for (const name of things.uncertain) {
    const [instance, disk, snapshot] = [instances.get(name), disks.get(name), snapshots.get(name)]
    if (isPart(name)) things.parts = things.parts.filter((part) => part !== name || disk)
    else if (/^(vm|full)-/.test(name)) {
      things.instance = instance ? { ...idOf(instance), wants: null } : null
      // An instance and its disks are created in one transaction; a deletion says which disks go too.
      if (instance) things.parts = partsOf(instance)
    } else if (name.startsWith('snap-')) things.snapshot = snapshot ? idOf(snapshot) : null
    else if (name.startsWith('disk-')) things.disk = disk ? { ...idOf(disk), attached: null } : null
    else things.upload = disk ? { written: new Map(), ...things.upload, ...idOf(disk) } : null
  }
  things.uncertain.clear()
  const { disk } = things
  if (!disk || (disk.attached !== null && things.instance)) return
  const state = disks.get(disk.name)?.state?.state ?? ''
  // A disk that is still being created does not show its instance.
  disk.attached = state === 'creating' && things.instance ? null : ['attached', 'attaching'].includes(state)
}

const idOf = ({ id, name }: Seen) => ({ id, name })

/** Checks that a client's instance has its network, addresses and disks, and that no other one holds the floating IP. */
export async function compareParts(ask: Ask, { instance, floatingIp, parts }: Things): Promise<void> {
  const listed = async (path: string) => {
    const { status, body } = await ask('GET', path)
    expect(status, JSON.stringify(body)).toBe(200)
    return (body as { items: { name: string; kind: string; is_primary: boolean }[] }).items
  }
  const { body } = await ask('GET', `/v1/floating-ips/${floatingIp}?project=p`)
  expect(body).toMatchObject({ instance_id: instance && isFull(instance) ? instance.id : null })
  if (!instance) return
  const nics = await listed(`/v1/network-interfaces?instance=${instance.id}`)
  expect(nics.length, `interfaces of ${instance.name}`).toBe(isFull(instance) ? 1 : 0)
  const kinds = (await listed(`/v1/instances/${instance.id}/external-ips`)).map(({ kind }) => kind)
  expect(kinds.toSorted(), `addresses of ${instance.name}`).toEqual(
    isFull(instance) ? ['ephemeral', 'floating', 'snat'] : [],
  )
  const disks = (await listed(`/v1/instances/${instance.id}/disks`)).map(({ name }) => name)
  expect(disks).toEqual(expect.arrayContaining(parts))
}

/** Compares the digests of all acknowledged blocks with the stored ones. */
export async function compareBytes(ask: Ask, { upload }: Things): Promise<void> {
  if (!upload || upload.written.size === 0) return
  // Refused when the import goes on, or has ended.
  await ask('POST', `/v1/disks/${upload.id}/bulk-write-start`)
  const query = `offset=0&length=${upload.written.size * BLOCK}`
  const { status, body } = await ask('GET', `/experimental/v1/disks/${upload.id}/block-digests?${query}`)
  // An import whose end was not acknowledged may have ended.
  if (status !== 200) {
    expect(['finalizing', 'detached']).toContain(await stateOf(ask, upload.id))
    return
  }
  const { items } = body as { items: { offset: number; sha256: string }[] }
  expect(new Map(items.map(({ offset, sha256 }) => [offset, sha256]))).toEqual(upload.written)
}

const stateOf = async (ask: Ask, disk: string): Promise<string> =>
  ((await ask('GET', `/v1/disks/${disk}`)).body as Seen).state!.state

/** Returns what has not yet become what its client requested. */
export function unsettled({ instances, disks, snapshots }: World, clients: readonly Things[]): string[] {
  const faults: string[] = []
  const check = (name: string, is: string | undefined, ...should: string[]) => {
    if (!should.includes(is ?? 'gone')) faults.push(`${name} is ${is}, not ${should.join(' or ')}`)
  }
  for (const { instance, parts, disk, snapshot, upload } of clients) {
    for (const name of parts) check(name, disks.get(name)?.state?.state, instance ? 'attached' : 'detached')
    const wants = instance?.wants ? [instance.wants] : ['running', 'stopped']
    if (instance) check(instance.name, instances.get(instance.name)?.run_state, ...wants)
    const shouldBe =
      disk?.attached === null ? ['attached', 'detached'] : [disk?.attached ? 'attached' : 'detached']
    if (disk) check(disk.name, disks.get(disk.name)?.state?.state, ...shouldBe)
    if (snapshot) check(snapshot.name, snapshots.get(snapshot.name)?.state as never, 'ready')
    const still = ['import_ready', 'importing_from_bulk_writes', 'detached']
    if (upload) check(upload.name, disks.get(upload.name)?.state?.state, ...still)
  }
  return faults
}
