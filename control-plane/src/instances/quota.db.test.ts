import { GiB } from '@granary/domain/sizes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useAndRows } from '../../test/quota.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ speed: 500 })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())
beforeEach(() =>
  world.services.db
    .updateTable('silo_quota')
    .set({ cpus: 10, memory: 10 * GiB, storage: 100 * GiB })
    .execute(),
)

const diskBody = (name: string, size: number) => ({
  name,
  description: '',
  size,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})
const create = (name: string, change: object = {}) =>
  world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 2,
    memory: 2 * GiB,
    network_interfaces: { type: 'none' },
    start: false,
    ...change,
  })
const at = (name: string, action = '') => `/v1/instances/${name}${action}?project=shop`
const provisioned = async () => (await world.ask('GET', '/v1/utilization')).body.provisioned

/** Waits until no task is due or runs, and every instance agrees with its machine and stays so. */
async function quiet() {
  const { db, compute } = world.services
  let wrong: unknown
  for (let tries = 0; tries < 10_000; tries++) {
    wrong = await db
      .selectFrom('task')
      .selectAll()
      .where((task) =>
        // A running task is next due when its lease ends.
        task.or([task('run_at', '<=', new Date().toISOString()), task('leased_by', 'is not', null)]),
      )
      .executeTakeFirst()
    for (const row of await db.selectFrom('instance').selectAll().execute()) {
      const machine = await compute.view(row.id)
      const settled =
        ['running', 'stopped', 'failed'].includes(row.run_state) &&
        row.run_state === machine?.state &&
        row.sled_id === machine.sledId
      if (!settled) wrong ??= { row, machine }
    }
    if (!wrong) return
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  throw new Error(`it never came to rest: ${JSON.stringify(wrong)}`)
}

test('CPU and memory count from start to stop, storage from create to delete', async () => {
  await create('one', { disks: [{ type: 'create', ...diskBody('d1', 3 * GiB) }] })
  await world.until(at('one'), (one) => one.run_state === 'stopped')
  expect(await provisioned()).toEqual({ cpus: 0, memory: 0, storage: 3 * GiB })
  await world.ask('POST', at('one', '/start'))
  expect(await provisioned()).toEqual({ cpus: 2, memory: 2 * GiB, storage: 3 * GiB })
  await world.until(at('one'), (one) => one.run_state === 'running')
  await world.ask('POST', at('one', '/stop'))
  await world.until(at('one'), (one) => one.run_state === 'stopped')
  expect(await provisioned()).toEqual({ cpus: 0, memory: 0, storage: 3 * GiB })
  await world.ask('DELETE', at('one'))
  expect(await provisioned()).toEqual({ cpus: 0, memory: 0, storage: 3 * GiB })
  expect((await world.ask('DELETE', '/v1/disks/d1?project=shop')).status).toBe(204)
  expect(await provisioned()).toEqual({ cpus: 0, memory: 0, storage: 0 })
})

test.each([
  ['cpus', { cpus: 1 }, 'vCPU'],
  ['memory', { memory: GiB }, 'Memory'],
])('a start beyond the quota for %s is refused and changes nothing', async (_, quota, word) => {
  const { body } = await create('big')
  await world.until(at('big'), (one) => one.run_state === 'stopped')
  await world.services.db.updateTable('silo_quota').set(quota).execute()
  const refused = await world.ask('POST', at('big', '/start'))
  expect(refused).toMatchObject({ status: 507, body: { error_code: 'InsufficientCapacity' } })
  expect(refused.body.message).toMatch(new RegExp(`^Insufficient capacity: ${word} Limit Exceeded: `))
  expect((await world.ask('GET', at('big'))).body).toMatchObject({ id: body.id, run_state: 'stopped' })
  expect(await provisioned()).toMatchObject({ cpus: 0, memory: 0 })
  await world.ask('DELETE', at('big'))
})

test('a quota of zero forbids any use, but allows an instance that needs none', async () => {
  await world.services.db.updateTable('silo_quota').set({ cpus: 0, memory: 0, storage: 0 }).execute()
  expect((await create('none')).status).toBe(201)
  expect((await world.ask('POST', '/v1/disks?project=shop', diskBody('none', GiB))).status).toBe(507)
  await world.until(at('none'), (one) => one.run_state === 'stopped')
  expect((await world.ask('POST', at('none', '/start'))).status).toBe(507)
  expect((await world.ask('DELETE', at('none'))).status).toBe(204)
})

test('refuses one of two starts that fit only one at a time', async () => {
  await world.services.db.updateTable('silo_quota').set({ cpus: 3 }).execute()
  await Promise.all(['left', 'right'].map((name) => create(name)))
  await quiet()
  const answers = await Promise.all(['left', 'right'].map((name) => world.ask('POST', at(name, '/start'))))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([202, 507])
  const { used, rows } = await useAndRows(world)
  expect(used).toEqual(rows)
  await quiet()
  for (const name of ['left', 'right']) await world.ask('POST', at(name, '/stop'))
  await quiet()
  for (const name of ['left', 'right']) expect((await world.ask('DELETE', at(name))).status).toBe(204)
})

const names = ['a', 'b', 'c']
const command = fc.record({
  name: fc.constantFrom(...names),
  does: fc.constantFrom(
    'create',
    'start',
    'stop',
    'reboot',
    'delete',
    'resize',
    'fail',
    'power off',
    'migrate',
    'disk',
    'undisk',
    'snapshot',
    'unsnapshot',
    'create with disks',
    'attach',
    'detach',
    'wait',
  ),
})

/** A sequence in which every operation succeeds at least once. */
const whole = (
  'create with disks,wait,stop,wait,disk,wait,snapshot,wait,attach,wait,start,wait,stop,wait,detach,wait,' +
  'resize,unsnapshot,delete,wait,undisk'
)
  .split(',')
  .map((does) => ({ name: 'a', does }))

async function carryOut({ name, does }: { name: string; does: string }) {
  const { ask, services } = world
  const { body } = await ask('GET', at(name))
  const machine = body.id as string | undefined
  const ignore = () => {}
  switch (does) {
    case 'create':
      return create(name, { start: true })
    case 'resize':
      return ask('PUT', at(name), {
        ncpus: 3,
        memory: 3 * GiB,
        boot_disk: null,
        auto_restart_policy: null,
        cpu_platform: null,
        enable_jumbo_frames: false,
      })
    case 'delete':
      return ask('DELETE', at(name))
    case 'fail':
      return machine && services.compute.fail(machine, 'for the test').catch(ignore)
    case 'power off':
      return machine && services.compute.ensureStopped(machine).catch(ignore)
    case 'migrate': {
      const sleds = await services.compute.inventory()
      return machine && services.compute.migrate(machine, sleds[5]!.id).catch(ignore)
    }
    case 'disk':
      return ask('POST', '/v1/disks?project=shop', diskBody(`disk-${name}`, 2 * GiB))
    case 'create with disks':
      return create(name, {
        start: true,
        disks: [{ type: 'create', ...diskBody(`own-${name}`, 3 * GiB) }],
      })
    case 'attach':
    case 'detach':
      return ask('POST', at(name, `/disks/${does}`), { disk: `disk-${name}` })
    case 'snapshot':
      return ask('POST', '/v1/snapshots?project=shop', {
        name: `snapshot-${name}`,
        description: '',
        disk: `disk-${name}`,
      })
    case 'unsnapshot':
      return ask('DELETE', `/v1/snapshots/snapshot-${name}?project=shop`)
    case 'undisk':
      await ask('DELETE', `/v1/disks/own-${name}?project=shop`)

      return ask('DELETE', `/v1/disks/disk-${name}?project=shop`)
    case 'wait':
      return quiet()
    default:
      return ask('POST', at(name, `/${does}`))
  }
}

test('after any sequence, the quota counts the placed instances, and these are the running ones', async () => {
  const granted = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 40 }), async (commands) => {
      for (const one of commands) {
        const answer = await carryOut(one)
        if (typeof answer === 'object' && answer.status < 300) granted.add(one.does)
        const { used, rows } = await useAndRows(world)
        expect(used).toEqual(rows)
      }
      await quiet()
      const { used, rows, instances } = await useAndRows(world)
      expect(used).toEqual(rows)
      for (const row of instances) {
        expect([row.name, row.run_state, row.charged]).toEqual([
          row.name,
          row.run_state,
          row.run_state === 'running' ? 1 : 0,
        ])
        const machine = await world.services.compute.view(row.id)
        expect([row.run_state, row.sled_id]).toEqual([machine!.state, machine!.sledId])
      }
    }),
    { numRuns: 25, examples: [[whole]] },
  )
  // An operation that is always refused proves nothing.
  expect([...granted]).toEqual(
    expect.arrayContaining([
      'create with disks',
      'start',
      'stop',
      'delete',
      'resize',
      'undisk',
      'attach',
      'detach',
      'snapshot',
      'unsnapshot',
    ]),
  )
})
