import { manualClock } from '@granary/compute/clock.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useAndRows } from '../../test/quota.ts'
import { openWorld, type World } from '../../test/world.ts'
import { report } from './reports.ts'

const MINUTE = 60_000
const clock = manualClock()
let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld({ clock, speed: 1 })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(async () => {
  // What the driver is about to do is done first.
  await wait(10_000)
  await world.close()
})

const disk = (name: string) => ({
  type: 'create',
  name,
  description: '',
  size: GiB,
  disk_backend: { type: 'local' },
})
async function create(change: object = {}) {
  const name = `vm-${count++}`
  const body = {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GiB,
    network_interfaces: { type: 'none' },
    ...change,
  }
  const answer = await world.ask('POST', '/v1/instances?project=shop', body)
  if (answer.status !== 201) throw new Error(answer.body.message)
  return { name, id: answer.body.id as string, path: `/v1/instances/${answer.body.id}` }
}
type Made = Awaited<ReturnType<typeof create>>
const view = async ({ path }: Made) => (await world.ask('GET', path)).body
const act = (one: Made, action: string) => world.ask('POST', `${one.path}/${action}`)

/** Lets time pass in small steps, with pauses in which a database can answer. @returns the states seen. */
async function pass(one: Made, wanted: string, step = 250): Promise<string[]> {
  const seen: string[] = []
  for (let tries = 0; tries < 3000; tries++) {
    const { run_state } = await view(one)
    if (seen.at(-1) !== run_state) seen.push(run_state)
    if (run_state === wanted && seen.length > 1) return seen
    await clock.advance(step)
  }
  throw new Error(`${one.name} never became ${wanted}: ${seen.join(', ')}`)
}
/** Lets that much time pass. */
async function wait(ms: number, step = 5_000) {
  for (let passed = 0; passed < ms; passed += step) {
    await clock.advance(Math.min(step, ms - passed))
    await caughtUp()
  }
}
/** Gives tasks that are due their chance: a database may answer slower than the test's clock goes. */
async function caughtUp() {
  for (let tries = 0; tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 2))
    const due = await world.services.db
      .selectFrom('task')
      .select('id')
      .where('run_at', '<=', clock.now().toISOString())
      .executeTakeFirst()
    if (!due) return
  }
}

describe('a life', () => {
  test('of being created, started, rebooted, stopped, started again and deleted', async () => {
    const one = await create()
    expect(await pass(one, 'running')).toEqual(['creating', 'starting', 'running'])
    expect((await act(one, 'reboot')).body.run_state).toBe('rebooting')
    expect(await pass(one, 'running')).toEqual(['rebooting', 'running'])
    expect((await act(one, 'stop')).body.run_state).toBe('stopping')
    expect(await pass(one, 'stopped')).toEqual(['stopping', 'stopped'])
    expect((await act(one, 'start')).body.run_state).toBe('starting')
    expect(await pass(one, 'running')).toEqual(['starting', 'running'])
    await act(one, 'stop')
    await pass(one, 'stopped')
    expect((await world.ask('DELETE', one.path)).status).toBe(204)
    await wait(10_000)
    expect(await world.services.compute.view(one.id)).toBeUndefined()
  })

  test('that is stopped while it starts', async () => {
    const one = await create()
    await pass(one, 'starting')
    await act(one, 'stop')
    expect(await pass(one, 'stopped')).toEqual(['stopping', 'stopped'])
    await wait(MINUTE)
    expect((await view(one)).run_state).toBe('stopped')
  })

  test('without a start is stopped as soon as it is made, and takes nothing', async () => {
    const one = await create({ start: false })
    expect(await pass(one, 'stopped')).toEqual(['creating', 'stopped'])
    const { used, rows } = await useAndRows(world)
    expect(used).toEqual(rows)
  })

  test('in which it is rebooted twice is rebooted twice, however often its task runs', async () => {
    const one = await create()
    await pass(one, 'running')
    const reboots: string[] = []
    const end = world.services.compute.subscribe((machine) => {
      if (machine.id === one.id && machine.state === 'rebooting') reboots.push(machine.state)
    })
    for (const _ of [1, 2]) {
      await act(one, 'reboot')
      await world.services.db.updateTable('task').set({ revision: 9 }).execute()
      await pass(one, 'running')
    }
    end()
    expect(reboots).toHaveLength(2)
  })
})

describe('a guest that switches itself off', () => {
  test('is stopped, gives back what it held, and is not started again', async () => {
    const one = await create()
    await pass(one, 'running')
    await world.services.compute.ensureStopped(one.id)
    await pass(one, 'stopped')
    await wait(10 * MINUTE, 30_000)
    expect((await view(one)).run_state).toBe('stopped')
    const { used, rows } = await useAndRows(world)
    expect(used).toEqual(rows)
  })
})

describe('a machine that fails', () => {
  const fail = async (one: Made) => {
    await world.services.compute.fail(one.id, 'for the test')
    await wait(50, 10)
  }

  test('is started again at once, and then not before five minutes are over', async () => {
    const one = await create()
    await pass(one, 'running')
    await fail(one)
    await pass(one, 'running')
    const first = await view(one)
    expect(first.time_last_auto_restarted).not.toBeNull()
    expect(Date.parse(first.auto_restart_cooldown_expiration)).toBe(
      Date.parse(first.time_last_auto_restarted) + 5 * MINUTE,
    )
    await fail(one)
    await pass(one, 'running', 1_000)
    const second = await view(one)
    const between = Date.parse(second.time_last_auto_restarted) - Date.parse(first.time_last_auto_restarted)
    // There is no upper bound: the test's clock runs on while a slow machine carries the task out.
    expect(between).toBeGreaterThanOrEqual(5 * MINUTE)
  })

  test('holds nothing while it is down', async () => {
    const one = await create({ auto_restart_policy: 'never' })
    await pass(one, 'running')
    await fail(one)
    expect((await view(one)).run_state).toBe('failed')
    const { used, rows, instances } = await useAndRows(world)
    expect(used).toEqual(rows)
    expect(instances.find((row) => row.id === one.id)).toMatchObject({ charged: 0, sled_id: null })
  })

  test('stays down when its policy says never, until that changes', async () => {
    const one = await create({ auto_restart_policy: 'never' })
    await pass(one, 'running')
    await fail(one)
    await wait(10 * MINUTE, 30_000)
    const { run_state, auto_restart_enabled, ncpus, memory } = await view(one)
    expect({ run_state, auto_restart_enabled }).toEqual({ run_state: 'failed', auto_restart_enabled: false })
    const same = { ncpus, memory, boot_disk: null, cpu_platform: null, enable_jumbo_frames: false }
    await world.ask('PUT', one.path, { ...same, auto_restart_policy: 'best_effort' })
    await pass(one, 'running')
  })

  test('is not started again after it was stopped', async () => {
    const one = await create()
    await pass(one, 'running')
    await fail(one)
    await pass(one, 'running')
    await fail(one)
    expect((await act(one, 'stop')).body.run_state).toBe('stopped')
    await wait(10 * MINUTE, 30_000)
    expect((await view(one)).run_state).toBe('stopped')
  })

  test('waits for room when there is none', async () => {
    const { db } = world.services
    const one = await create()
    await pass(one, 'running')
    await db.updateTable('silo_quota').set({ cpus: 0 }).execute()
    await fail(one)
    await wait(5 * MINUTE)
    expect(await view(one)).toMatchObject({
      run_state: 'failed',
      start_problem: expect.stringMatching(
        /^Insufficient capacity: vCPU Limit Exceeded: 1 vCPU wanted, \d+ vCPUs? of 0 vCPUs in use/,
      ),
    })
    await db.updateTable('silo_quota').set({ cpus: 256 }).execute()
    await pass(one, 'running', 1_000)
    expect((await view(one)).start_problem).toBeNull()
  })

  test('says why it was not started at its create, until it is started or stopped', async () => {
    const { db } = world.services
    const made: Made[] = []
    for (let count = 0; count < 2; count++) {
      await db.updateTable('silo_quota').set({ cpus: 0 }).execute()
      made.push(await create())
      await db.updateTable('silo_quota').set({ cpus: 256 }).execute()
      await pass(made.at(-1)!, 'stopped')
      expect((await view(made.at(-1)!)).start_problem).toMatch(/vCPU Limit Exceeded/)
    }
    expect((await act(made[0]!, 'start')).body.start_problem).toBeNull()
    expect((await act(made[1]!, 'stop')).body).toMatchObject({ run_state: 'stopped', start_problem: null })
  })
})

const NEVER = '2999-01-01T00:00:00.000Z'
/** The task of an instance, which no worker takes up before it is told to. */
const waitingTask = ({ id: key }: Made) => ({
  id: crypto.randomUUID(),
  kind: 'instance',
  key,
  payload: '{}',
  run_at: NEVER,
  attempts: 0,
  leased_by: null,
  lease_until: null,
  revision: 1,
  last_error: null,
  time_created: clock.now().toISOString(),
})

describe('reports', () => {
  const row = (one: Made) =>
    world.services.db.selectFrom('instance').selectAll().where('id', '=', one.id).executeTakeFirstOrThrow()

  test('that come late, twice or of nothing change nothing', async () => {
    const one = await create()
    await pass(one, 'running')
    const before = await row(one)
    const ago = (ms: number) => new Date(clock.now().getTime() - ms)
    for (const state of ['stopped', 'starting', 'failed'] as const)
      await report(world.services, { id: one.id, state, since: ago(30_000), sledId: null })
    await report(world.services, { id: one.id, state: 'running', since: ago(0), sledId: before.sled_id })
    await report(world.services, { id: crypto.randomUUID(), state: 'running', since: ago(0), sledId: null })
    expect(await row(one)).toEqual(before)
  })

  test('that are wrong are put right when the driver is asked for all that it knows', async () => {
    const one = await create()
    await pass(one, 'running')
    world.services.compute.misreport({ id: one.id, state: 'repairing', since: clock.now(), sledId: null })
    await wait(50, 10)
    expect((await view(one)).run_state).toBe('repairing')
    await pass(one, 'running', 1_000)
    const { used, rows } = await useAndRows(world)
    expect(used).toEqual(rows)
  })

  test('do not undo a start that the driver has not heard of, however long that takes', async () => {
    const one = await create({ start: false })
    await pass(one, 'stopped')
    const { db } = world.services
    await wait(2_000, 500)
    await db
      .insertInto('task')
      .values({ ...waitingTask(one), leased_by: 'nobody', lease_until: NEVER })
      .execute()
    expect((await act(one, 'start')).body.run_state).toBe('starting')
    const machine = (await world.services.compute.view(one.id))!
    expect(machine.state).toBe('stopped')
    await wait(2 * MINUTE)
    await report(world.services, machine)
    expect(await row(one)).toMatchObject({ run_state: 'starting', wanted_state: 'running', charged: 1 })
    await db
      .updateTable('task')
      .set({ leased_by: null, lease_until: null, run_at: clock.now().toISOString() })
      .execute()
    await pass(one, 'running')
  })

  test('do not undo a create of which only the first half has come to the driver', async () => {
    const one = await create({ start: false })
    await pass(one, 'stopped')
    // What a crash between the two commands leaves: known to the driver as stopped, wanted as running.
    const { db } = world.services
    await db
      .updateTable('instance')
      .set({ run_state: 'creating', wanted_state: 'running' })
      .where('id', '=', one.id)
      .execute()
    await db.insertInto('task').values(waitingTask(one)).execute()
    await report(world.services, { id: one.id, state: 'stopped', since: clock.now(), sledId: null })
    expect(await row(one)).toMatchObject({ run_state: 'creating', wanted_state: 'running' })
    await db
      .updateTable('task')
      .set({ run_at: clock.now().toISOString() })
      .where('key', '=', one.id)
      .execute()
    await pass(one, 'running')
  })

  test('follow a machine to another sled', async () => {
    const one = await create()
    await pass(one, 'running')
    const before = await row(one)
    const sleds = await world.services.compute.inventory()
    const target = sleds.find((sled) => sled.id !== before.sled_id)!
    await world.services.compute.migrate(one.id, target.id)
    await pass(one, 'running')
    expect((await row(one)).sled_id).toBe(target.id)
    const { used, rows } = await useAndRows(world)
    expect(used).toEqual(rows)
  })
})

describe('disks', () => {
  const attach = (one: Made, name: string) => world.ask('POST', `${one.path}/disks/attach`, { disk: name })
  const detach = (one: Made, name: string) => world.ask('POST', `${one.path}/disks/detach`, { disk: name })
  const stateOf = async (name: string) =>
    (await world.ask('GET', `/v1/disks/${name}?project=shop`)).body.state
  const diskNamed = async (name: string) => {
    await world.ask('POST', '/v1/disks?project=shop', { ...disk(name), type: undefined })
    await wait(2_000, 500)
    expect(await stateOf(name)).toEqual({ state: 'detached' })
  }

  test('go from one instance to another, and the machines follow', async () => {
    await diskNamed('wanderer')
    const [one, other] = [await create({ start: false }), await create({ start: false })]
    await pass(one, 'stopped')
    await wait(5_000)
    expect((await attach(one, 'wanderer')).body.state).toEqual({ state: 'attached', instance: one.id })
    expect((await attach(other, 'wanderer')).body.message).toBe(
      'cannot attach disk "wanderer": disk is attached to another instance',
    )
    expect((await detach(other, 'wanderer')).body.message).toBe(
      'cannot detach disk "wanderer": disk is attached to another instance',
    )
    expect((await detach(one, 'wanderer')).body.state).toEqual({ state: 'detached' })
    expect((await attach(other, 'wanderer')).status).toBe(202)
    await wait(30_000)
    expect((await view(other)).run_state).toBe('stopped')
    await act(other, 'start')
    expect(await pass(other, 'running')).toEqual(['starting', 'running'])
  })

  test('are let go by an instance that is deleted, for one that is created in the same moment', async () => {
    const one = await create({ start: false, boot_disk: disk('heirloom') })
    await pass(one, 'stopped')
    await world.ask('DELETE', one.path)
    expect(await stateOf('heirloom')).toEqual({ state: 'detached' })
    const heir = await create({ boot_disk: { type: 'attach', name: 'heirloom' } })
    expect((await pass(heir, 'running')).slice(-2)).toEqual(['starting', 'running'])
    expect((await view(heir)).time_last_auto_restarted).toBeNull()
  })

  test('are detached even before they were made, and are made all the same', async () => {
    const one = await create({ start: false, disks: [disk('quick')] })
    await pass(one, 'stopped')
    await world.services.db
      .updateTable('disk')
      .set({ state: 'creating' })
      .where('name', '=', 'quick')
      .execute()
    expect((await detach(one, 'quick')).body.state).toEqual({ state: 'creating' })
    await wait(5_000)
    expect(await stateOf('quick')).toEqual({ state: 'detached' })
    expect((await attach(one, 'quick')).status).toBe(202)
    await act(one, 'start')
    await pass(one, 'running')
  })

  test('to boot from stay until another is chosen', async () => {
    const one = await create({ start: false, boot_disk: disk('root'), disks: [disk('second')] })
    await pass(one, 'stopped')
    expect(await detach(one, 'root')).toMatchObject({
      status: 409,
      body: { message: 'boot disk cannot be detached' },
    })
    const { ncpus, memory } = await view(one)
    const same = { ncpus, memory, auto_restart_policy: null, cpu_platform: null, enable_jumbo_frames: false }
    await diskNamed('stranger')
    expect(await world.ask('PUT', one.path, { ...same, boot_disk: 'stranger' })).toMatchObject({
      status: 409,
      body: { message: 'boot disk must be attached' },
    })
    expect((await world.ask('PUT', one.path, { ...same, boot_disk: 'second' })).status).toBe(200)
    expect((await detach(one, 'root')).status).toBe(202)
    expect((await world.ask('PUT', one.path, { ...same, boot_disk: null })).body.boot_disk_id).toBeNull()
  })

  test('of another project are not given', async () => {
    await world.ask('POST', '/v1/projects', { name: 'other', description: '' })
    const { body } = await world.ask('POST', '/v1/disks?project=other', {
      ...disk('foreign'),
      type: undefined,
    })
    const one = await create({ start: false })
    await pass(one, 'stopped')
    expect((await attach(one, body.id)).body.message).toBe('disk must be in the same project as the instance')
  })

  test('are twelve at most', async () => {
    const one = await create({
      start: false,
      disks: Array.from({ length: 12 }, (_, at) => disk(`dozen-${at}`)),
    })
    await pass(one, 'stopped')
    await diskNamed('thirteenth')
    expect((await attach(one, 'thirteenth')).body.message).toBe(
      'cannot attach more than 12 disks to instance',
    )
    expect((await attach(one, 'dozen-3')).status).toBe(202)
  })

  test.each(['import_ready', 'importing_from_bulk_writes', 'finalizing', 'maintenance', 'faulted'] as const)(
    'that are %s are not attached',
    async (state) => {
      const name = `in-${state.replaceAll('_', '-')}`
      await diskNamed(name)
      await world.services.db.updateTable('disk').set({ state }).where('name', '=', name).execute()
      const one = await create({ start: false })
      await pass(one, 'stopped')
      expect((await attach(one, name)).body.message).toBe(
        `cannot attach disk "${name}": invalid state ${state}`,
      )
      const { status, body } = await world.ask('DELETE', `/v1/disks/${name}?project=shop`)
      if (state === 'faulted') expect(status).toBe(204)
      else
        expect({ status, message: body.message }).toEqual({
          status: 400,
          message: `disk cannot be deleted in state "${state}"`,
        })
    },
  )
})

describe('the serial console', () => {
  const history = (one: Made, query: string) => world.ask('GET', `${one.path}/serial-console?${query}`)

  test('gives what was put out since boot, from either end, in parts', async () => {
    const one = await create()
    await pass(one, 'running')
    await wait(20_000, 1_000)
    const { status, body } = await history(one, 'from_start=0')
    expect(status).toBe(200)
    expect(body.last_byte_offset).toBe(body.data.length)
    expect(body.data.length).toBeGreaterThan(20)
    const part = (await history(one, 'from_start=5&max_bytes=7')).body
    expect(part).toEqual({ data: body.data.slice(5, 12), last_byte_offset: 12 })
    const end = (await history(one, 'most_recent=10')).body
    expect(end).toEqual({ data: body.data.slice(-10), last_byte_offset: body.last_byte_offset })
  })

  test('wants to be told from which end, and nothing that makes no sense', async () => {
    const one = await create()
    await pass(one, 'running')
    for (const query of ['', 'from_start=0&most_recent=1', 'from_start=99999999'])
      expect(await history(one, query)).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
    for (const query of ['from_start=-1', 'most_recent=x'])
      expect((await history(one, query)).body.message).toMatch(/^unable to parse query string: /)
  })

  test('is a websocket, and says so to who asks without one', async () => {
    const one = await create({ start: false })
    const answer = await world.ask('GET', `${one.path}/serial-console/stream`)
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'this path is a websocket: ask with an upgrade' },
    })
  })

  test('is opened for nobody who is not signed in', async () => {
    const open = (path: string, cookie = '') =>
      world.controlPlane.openSerial(new Request(`http://test${path}`, { headers: { cookie } }))
    const one = await create()
    await expect(open(`${one.path}/serial-console/stream`)).rejects.toMatchObject({ status: 401 })
    const cookie = await world.signIn('admin', 'secret')
    await expect(
      open(`/v1/instances/${crypto.randomUUID()}/serial-console/stream`, cookie),
    ).rejects.toMatchObject({ status: 404 })
    await expect(open('/v1/instances', cookie)).rejects.toMatchObject({ status: 404 })
    await expect(open('/v1/instances/%zz/serial-console/stream', cookie)).rejects.toMatchObject({
      status: 400,
    })
  })
})
