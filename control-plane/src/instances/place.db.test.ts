import { CPU_PLATFORMS, type CpuPlatform } from '@granary/domain/cpu-platforms.ts'
import { GiB } from '@granary/domain/sizes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { completePowerRequest } from '../../test/power/complete-power-request.ts'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

let world: World
let rack: Awaited<ReturnType<World['services']['compute']['inventory']>>
beforeAll(async () => {
  // No worker runs, so each step is complete when its response arrives.
  world = await openWorld({ started: false })
  rack = await world.services.compute.inventory()
})
afterAll(() => world.close())

const PATHS = { together: 'affinity-groups', apart: 'anti-affinity-groups' } as const
const VMS = ['a', 'b', 'c', 'd', 'e'] as const
const SLEDS = 3
/** The rules are code that both engines run. On PostgreSQL, a few scenes show that it reads the same rows. */
const RUNS = process.env.GRANARY_TEST_DATABASE === 'postgres' ? 12 : 60

const vm = fc.constantFrom(...VMS)
const groups = fc.array(
  fc.record({
    kind: fc.constantFrom('together' as const, 'apart' as const),
    policy: fc.constantFrom('allow' as const, 'fail' as const, 'fail' as const),
    members: fc.uniqueArray(vm, { minLength: 1, maxLength: 5 }),
  }),
  { maxLength: 4 },
)
type Groups = typeof groups extends fc.Arbitrary<infer All> ? All : never
const scene = fc.record({
  sleds: fc.array(
    fc.record({
      threads: fc.integer({ min: 1, max: 9 }),
      memory: fc.integer({ min: 1, max: 9 }),
      generation: fc.nat(2),
    }),
    {
      minLength: 1,
      maxLength: SLEDS,
    },
  ),
  sizes: fc.array(
    fc.record({
      ncpus: fc.integer({ min: 1, max: 3 }),
      memory: fc.integer({ min: 1, max: 3 }),
      cpuPlatform: fc.constantFrom(null, null, ...CPU_PLATFORMS),
    }),
    {
      minLength: VMS.length,
      maxLength: VMS.length,
    },
  ),
  groups,
  steps: fc.array(fc.record({ name: vm, does: fc.constantFrom('start', 'start', 'start', 'stop') }), {
    minLength: 4,
    maxLength: 12,
  }),
})

type SledSize = { threads: number; memory: number; generation: number }

let scenes = 0
const rowsOf = (project: string) =>
  world.services.db
    .selectFrom('instance')
    .selectAll()
    .where('project_id', '=', project)
    .orderBy('name')
    .execute()
type Rows = Awaited<ReturnType<typeof rowsOf>>

/** Creates a rack, a project with stopped instances, and its groups. @returns the project's id. */
async function build({
  sleds,
  sizes,
  groups: wanted,
}: {
  sleds: SledSize[]
  sizes: { ncpus: number; memory: number; cpuPlatform: CpuPlatform | null }[]
  groups: Groups
}) {
  const { ask, services } = world
  const name = `scene-${scenes++}`
  vi.spyOn(services.compute, 'inventory').mockResolvedValue(
    sleds.map(({ threads, memory, generation }, at) => ({
      ...rack[at]!,
      usableHardwareThreads: threads,
      usablePhysicalRam: memory * GiB,
      cpuPlatforms: CPU_PLATFORMS.slice(0, generation + 1),
    })),
  )
  await refreshInventory(services)
  const { body: project } = await ask('POST', '/v1/projects', { name, description: '' })
  for (const [at, one] of VMS.entries()) {
    const { ncpus, memory, cpuPlatform } = sizes[at]!
    const { body } = await ask('POST', `/v1/instances?project=${name}`, {
      name: one,
      description: '',
      hostname: one,
      ncpus,
      memory: memory * GiB,
      cpu_platform: cpuPlatform,
      network_interfaces: { type: 'none' },
      start: false,
    })
    await completePowerRequest(services, {
      id: body.id,
      state: 'stopped',
      since: services.clock.now(),
      sledId: null,
    })
  }
  for (const [at, { kind, policy, members }] of wanted.entries()) {
    const group = { name: `g${at}`, description: '', policy, failure_domain: 'sled' }
    await ask('POST', `/v1/${PATHS[kind]}?project=${name}`, group)
    for (const member of members) {
      const path = `/v1/${PATHS[kind]}/g${at}/members/instance/${member}?project=${name}`
      expect((await ask('POST', path)).status).toBe(201)
    }
  }
  return { name, id: project.id as string }
}

/** Whether an instance may run on a sled, by comparison with every other instance and every group. */
function fits(rows: Rows, self: Rows[number], sled: SledSize & { id: string }, all: Groups) {
  const others = rows.filter((row) => row.id !== self.id && row.charged === 1)
  const here = others.filter((row) => row.sled_id === sled.id)
  const threads = here.reduce((sum, row) => sum + row.ncpus, self.ncpus)
  const memory = here.reduce((sum, row) => sum + row.memory, self.memory)
  const kept = all
    .filter(({ policy, members }) => policy === 'fail' && (members as string[]).includes(self.name))
    .every(({ kind, members }) =>
      others
        .filter((row) => (members as string[]).includes(row.name))
        .every((row) => (row.sled_id === sled.id) === (kind === 'together')),
    )
  // A newer sled can replace every older one.
  const able = self.cpu_platform === null || CPU_PLATFORMS.indexOf(self.cpu_platform) <= sled.generation
  return able && kept && threads <= sled.threads && memory <= sled.memory * GiB
}

const small = { ncpus: 1, memory: 1, cpuPlatform: null }
const start = (name: (typeof VMS)[number]) => ({ name, does: 'start' as const })
/** Starts two instances and refuses one, so that both outcomes occur whatever the other scenes are. */
const fullSled = {
  sleds: [{ threads: 2, memory: 9, generation: 2 }],
  sizes: VMS.map(() => small),
  groups: [],
  steps: [start('a'), start('b'), start('c')],
}
/** The same because of a rule: the sled has room for a second member. */
const twoApart = {
  sleds: [{ threads: 9, memory: 9, generation: 2 }],
  sizes: VMS.map(() => small),
  groups: [{ kind: 'apart' as const, policy: 'fail' as const, members: ['a' as const, 'b' as const] }],
  steps: [start('a'), start('b'), start('c')],
}

test('a start satisfies every strict rule of every group, and is refused only when no sled does', async () => {
  const seen = { started: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(scene, async (made) => {
      const { ask, services } = world
      const project = await build(made)
      const sleds = made.sleds.map((sled, at) => ({ ...sled, id: rack[at]!.id }))
      try {
        for (const { name, does } of made.steps) {
          const before = await rowsOf(project.id)
          const self = before.find((row) => row.name === name)!
          const path = `/v1/instances/${self.id}`
          if (does === 'stop') {
            await ask('POST', `${path}/stop`)
            const since = new Date(services.clock.now().getTime() + 1)
            await completePowerRequest(services, { id: self.id, state: 'stopped', since, sledId: null })
          } else if (self.charged === 0) {
            const fitting = sleds.filter((sled) => fits(before, self, sled, made.groups)).map(({ id }) => id)
            const { status, body } = await ask('POST', `${path}/start`)
            const now = (await rowsOf(project.id)).find((row) => row.name === name)!
            if (status === 202) {
              seen.started++
              expect(fitting).toContain(now.sled_id)
            } else {
              seen.refused++
              expect([status, fitting]).toEqual([status === 400 ? 400 : 507, []])
              expect(body.message).toContain('Failed to place instance: ')
              expect(now).toEqual(self)
            }
          }
        }
      } finally {
        for (const row of await rowsOf(project.id)) {
          await ask('POST', `/v1/instances/${row.id}/stop`)
          const since = new Date(services.clock.now().getTime() + 1)
          await completePowerRequest(services, { id: row.id, state: 'stopped', since, sledId: null })
        }
      }
    }),
    { numRuns: RUNS, examples: [[fullSled], [twoApart]] },
  )
  // Both outcomes must occur, or the test proves nothing. The two examples start four and refuse two.
  expect(seen.started).toBeGreaterThanOrEqual(4)
  expect(seen.refused).toBeGreaterThanOrEqual(2)
})
