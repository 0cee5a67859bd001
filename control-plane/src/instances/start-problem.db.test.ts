import { describe, expect, test, vi } from 'vitest'
import { livingInstances, type Made } from '../../test/living-instances.ts'
import { sledsOf } from '../shared/placement/inventory.ts'

const life = livingInstances()
const { act, create, eventually, pass, view, wait } = life
const ask = (...request: Parameters<typeof life.world.ask>) => life.world.ask(...request)

const GiB = 1024 ** 3
/** The size of a whole sled of the simulated rack. */
const SLED = { ncpus: 128, memory: 1011 * GiB }
const QUOTA = { cpus: 1_000, memory: 2_000 * GiB }

const setQuota = (quota: object) => life.world.services.db.updateTable('silo_quota').set(quota).execute()
const problemOf = async (one: Made): Promise<string | null> => (await view(one)).start_problem

/** Creates an instance whose start on create is refused. */
async function stuck(change: object): Promise<Made> {
  await setQuota(QUOTA)
  const one = await create(change)
  await pass(one, 'stopped')
  return one
}

async function update(one: Made, change: object) {
  const { ncpus, memory, cpu_platform } = await view(one)
  const rest = { boot_disk: null, auto_restart_policy: null, enable_jumbo_frames: false }
  return ask('PUT', one.path, { ncpus, memory, cpu_platform, ...rest, ...change })
}

describe('the start problem', () => {
  test('changes with a resize, and clears once the new size has a place', async () => {
    const one = await stuck({ ...SLED, ncpus: 200 })
    expect(await problemOf(one)).toContain('it wants 200 vCPUs and 1011 GiB of memory, and any one sled')
    expect((await update(one, { ncpus: 180 })).body.start_problem).toContain('it wants 180 vCPUs')
    expect((await update(one, { ncpus: 2, memory: GiB })).body.start_problem).toBeNull()
    expect((await act(one, 'start')).status).toBe(202)
    await act(one, 'stop')
  })

  test('names the CPU platform that no sled has, until another one is chosen or such a sled is added', async () => {
    const { services } = life.world
    const rack = await services.compute.inventory()
    const isNew = (sled: (typeof rack)[number]) => sled.cpuPlatforms.includes('amd_turin_v2')
    const inventory = vi.spyOn(services.compute, 'inventory')
    inventory.mockResolvedValue(rack.filter((sled) => !isNew(sled)))
    await wait(30_000)
    // The server stores the rack before it uses it.
    await eventually(() => sledsOf(services).some(isNew)).toBe(false)
    const [one, other] = [
      await stuck({ cpu_platform: 'amd_turin_v2' }),
      await stuck({ cpu_platform: 'amd_turin_v2' }),
    ]
    expect(await problemOf(one)).toBe(
      'Insufficient capacity: Failed to place instance: it asks for the CPU platform AMD Turin v2, ' +
        'which no sled has (there are AMD Milan and AMD Turin)',
    )
    const refused = await act(one, 'start')
    expect([refused.status, refused.body.message]).toEqual([507, await problemOf(one)])
    expect((await update(one, { cpu_platform: 'amd_turin' })).body).toMatchObject({
      cpu_platform: 'amd_turin',
      start_problem: null,
    })
    expect((await act(one, 'start')).status).toBe(202)
    await pass(one, 'running')
    const { sled_id } = await services.db
      .selectFrom('instance')
      .select('sled_id')
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
    expect(rack.find(({ id }) => id === sled_id)!.cpuPlatforms).toContain('amd_turin')

    await wait(60_000)
    await eventually(() => problemOf(other)).toContain('AMD Turin v2')
    inventory.mockRestore()
    await wait(60_000)
    await eventually(() => problemOf(other)).toBeNull()
    expect(await view(other)).toMatchObject({ run_state: 'stopped', cpu_platform: 'amd_turin_v2' })
  })

  test('clears when the quota is raised, and when the instance leaves the group in conflict', async () => {
    await setQuota({ ...QUOTA, cpus: 0 })
    const one = await create()
    await pass(one, 'stopped')
    await wait(60_000)
    await eventually(() => problemOf(one)).toContain('of 0 vCPUs in use')
    await setQuota(QUOTA)
    await wait(60_000)
    await eventually(() => problemOf(one)).toBeNull()

    const rack = await life.world.services.compute.inventory()
    const inventory = vi.spyOn(life.world.services.compute, 'inventory').mockResolvedValue([rack[0]!])
    await wait(30_000)
    await eventually(() => sledsOf(life.world.services).length).toBe(1)
    const group = { name: 'apart', description: '', policy: 'fail', failure_domain: 'sled' }
    await ask('POST', '/v1/anti-affinity-groups?project=shop', group)
    const first = await create({ anti_affinity_groups: ['apart'] })
    await pass(first, 'running')
    const second = await create({ anti_affinity_groups: ['apart'] })
    await pass(second, 'stopped')
    expect(await problemOf(second)).toContain('the only sled already runs another member')
    const member = `/v1/anti-affinity-groups/apart/members/instance/${second.name}?project=shop`
    expect((await ask('DELETE', member)).status).toBe(204)
    expect(await problemOf(second)).toBeNull()
    inventory.mockRestore()
  })
})
