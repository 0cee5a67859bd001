import { GiB } from '@granary/domain/sizes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { useAndRows } from '../../test/quota.ts'
import { newSilo } from '../../test/silos.ts'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

const SILOS = ['one', 'two', 'three']
let world: World
const admins: Record<string, string> = {}
beforeAll(async () => {
  world = await openWorld({ started: false })
  await refreshInventory(world.services)
  for (const silo of SILOS) {
    await world.ask('POST', '/v1/system/silos', newSilo(silo))
    await addUser(world.services, silo, 'admin', { silo: 'admin' })
    admins[silo] = await world.signIn('admin', 'admin', silo)
    await world.ask('POST', '/v1/projects', { name: 'shop', description: '' }, admins[silo])
  }
})
afterAll(() => world.close())

type Step = { silo: string } & (
  | { do: 'disk'; name: string; size: number }
  | { do: 'remove'; name: string }
  | { do: 'start'; name: string; ncpus: number }
  | { do: 'quota'; cpus: number; storage: number }
)
const name = fc.constantFrom(...'abcdefgh'.split(''))
const silo = fc.constantFrom(...SILOS)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('disk' as const),
    silo,
    name,
    size: fc.integer({ min: 1, max: 4 }).map((n) => n * GiB),
  }),
  fc.record({ do: fc.constant('remove' as const), silo, name }),
  fc.record({ do: fc.constant('start' as const), silo, name, ncpus: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    do: fc.constant('quota' as const),
    silo,
    cpus: fc.integer({ min: 0, max: 16 }),
    storage: fc.integer({ min: 0, max: 32 }).map((n) => n * GiB),
  }),
)

const carryOut = async (wanted: Step) => {
  // No worker runs here that would attach and detach them.
  await world.services.db.updateTable('disk').set({ state: 'detached', instance_id: null }).execute()
  const named = 'name' in wanted ? { name: wanted.name, description: '' } : {}
  const ask = (method: string, path: string, body?: unknown) =>
    world.ask(method, `${path}?project=shop`, body, admins[wanted.silo])
  if (wanted.do === 'quota')
    return world.ask('PUT', `/v1/system/silos/${wanted.silo}/quotas`, {
      cpus: wanted.cpus,
      storage: wanted.storage,
    })
  if (wanted.do === 'remove') return ask('DELETE', `/v1/disks/${wanted.name}`)
  if (wanted.do === 'disk')
    return ask('POST', '/v1/disks', { ...named, size: wanted.size, disk_backend: { type: 'local' } })
  return ask('POST', '/v1/instances', {
    ...named,
    hostname: wanted.name,
    ncpus: wanted.ncpus,
    memory: GiB,
    boot_disk: {
      type: 'create',
      ...named,
      name: `${wanted.name}-boot`,
      size: GiB,
      disk_backend: { type: 'local' },
    },
    network_interfaces: { type: 'none' },
  })
}

test('utilization shows the quota of every silo and the totals of its rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const each of steps) expect((await carryOut(each)).status).not.toBe(500)
      const { rows } = await useAndRows(world)
      const quotas = new Map(
        (await world.services.db.selectFrom('silo_quota').selectAll().execute()).map((row) => [
          row.silo_id,
          row,
        ]),
      )
      const none = { cpus: 0, memory: 0, storage: 0 }
      const { body } = await world.ask('GET', '/v1/system/utilization/silos')
      expect(body.items.map((item: { silo_name: string }) => item.silo_name)).toEqual(
        ['main', ...SILOS].toSorted(),
      )
      for (const { silo_id, silo_name, allocated, provisioned } of body.items) {
        expect({ silo_id, ...allocated }).toEqual(quotas.get(silo_id))
        expect(provisioned).toEqual(rows[silo_id] ?? none)
        const { body: one } = await world.ask('GET', `/v1/system/utilization/silos/${silo_name}`)
        expect(one).toEqual({ silo_id, silo_name, allocated, provisioned })
        if (!admins[silo_name]) continue
        const { body: own } = await world.ask('GET', '/v1/utilization', undefined, admins[silo_name])
        expect(own).toEqual({ capacity: allocated, provisioned })
      }
    }),
    { numRuns: 15 },
  )
})
