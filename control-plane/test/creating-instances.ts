import { GiB } from '@granary/domain/sizes.ts'
import { oneOfEach } from './one-of-each.ts'
import { PUBLIC_KEY } from './ssh-key.ts'
import { openWorld } from './world.ts'

/** A world with one of each resource, SSH keys, an empty project, and helpers to create instances in it. */
export async function openCreating() {
  const world = await openWorld()
  await world.controlPlane.stop()
  const ids = await oneOfEach(world)
  await world.ask('POST', '/v1/projects', { name: 'other', description: '' })
  for (const name of ['laptop', 'desktop'])
    await world.ask('POST', '/v1/me/ssh-keys', { name, description: '', public_key: PUBLIC_KEY })
  let count = 0
  /** The required fields of an instance, with a free name. */
  const base = () => {
    const name = `vm-${count++}`
    return { name, description: '', hostname: name, ncpus: 1, memory: GiB, start: false }
  }
  return {
    world,
    ids,
    base,
    create: (change: object = {}) =>
      world.ask('POST', '/v1/instances?project=shop', { ...base(), ...change }),
    /** Lists the parts of an instance, by the name of the list. */
    of: async (id: string, list: string) =>
      (await world.ask('GET', `/v1/instances/${id}/${list}`)).body.items,
    nics: async (id: string) => (await world.ask('GET', `/v1/network-interfaces?instance=${id}`)).body.items,
    /** Creates the subnet 'back' next to the default one. */
    addBackSubnet: async () => {
      const { db } = world.services
      const subnet = await db
        .selectFrom('vpc_subnet')
        .selectAll()
        .where('id', '=', ids.subnet)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('vpc_subnet')
        .values({
          ...subnet,
          id: crypto.randomUUID(),
          name: 'back',
          ipv4_block: '10.1.0.0/28',
          ipv6_block: 'fd00:1:2:3::/64',
        })
        .execute()
    },
  }
}
export type Creating = Awaited<ReturnType<typeof openCreating>>

/** A blank disk that is created with the instance. */
export const blank = (name: string, size = GiB) => ({
  type: 'create',
  name,
  description: '',
  size,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})
export const ephemeral = (ip_version: string) => ({
  type: 'ephemeral',
  pool_selector: { type: 'auto', ip_version },
})
export const nic = (name: string, subnet_name = 'default', more: object = {}) => ({
  name,
  description: '',
  vpc_name: 'default',
  subnet_name,
  ...more,
})
export const nicList = (...params: object[]) => ({ network_interfaces: { type: 'create', params } })
