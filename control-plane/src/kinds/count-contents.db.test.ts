import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { chunks } from '../kit/base/chunks.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())

const post = async (path: string, body: object) => (await world.ask('POST', path, body)).body
const nameAt = (at: number) => `n-${String(at).padStart(4, '0')}`
const newId = (): string => crypto.randomUUID()

/** Copies the rows of a new project's instance and disk. @returns the ids of the instances. */
async function fill(
  project: string,
  count: number,
  of: (at: number) => { isProtected: boolean; state: 'running' | 'stopped'; hasDisk: boolean },
) {
  const { db } = world.services
  await post('/v1/projects', { name: project, description: '' })
  const blank = {
    type: 'create',
    name: 'disk',
    description: '',
    size: 2 ** 30,
    disk_backend: { type: 'local' },
  }
  await post(`/v1/instances?project=${project}`, {
    name: 'zz',
    description: '',
    hostname: 'web',
    ncpus: 1,
    memory: 2 ** 30,
    boot_disk: blank,
    start: false,
  })
  const last = <Table extends 'instance' | 'disk'>(table: Table) =>
    db
      .selectFrom(table as 'disk')
      .selectAll()
      .orderBy('time_created', 'desc')
      .orderBy('project_id')
      .where('project_id', 'in', (inner) =>
        inner.selectFrom('project').select('id').where('name', '=', project),
      )
      .executeTakeFirstOrThrow()
  const [instance, disk] = [await last('instance'), await last('disk')]
  await db.deleteFrom('disk').where('id', '=', disk.id).execute()
  const numbers = Array.from({ length: count }, (_, at) => at)
  const instances = numbers.map((at) => ({
    ...(instance as object),
    id: newId(),
    name: nameAt(at),
    boot_disk_id: null,
    run_state: of(at).state,
    deletion_protected: of(at).isProtected ? 1 : 0,
  }))
  for (const some of chunks(instances))
    await db
      .insertInto('instance')
      .values(some as never)
      .execute()
  await db.deleteFrom('instance').where('id', '=', instance.id).execute()
  const disks = numbers
    .filter((at) => of(at).hasDisk)
    .map((at) => ({
      ...disk,
      id: newId(),
      name: nameAt(at),
      state: 'attached' as const,
      instance_id: instances[at]!.id,
    }))
  for (const some of chunks(disks)) await db.insertInto('disk').values(some).execute()
}

const contentsOf = async (path: string) => {
  const { body } = await world.ask('GET', `/experimental/v1/${path}/deletion-plan`)
  const named = (kind: string) => {
    const found = body.contents.find((one: { kind: string }) => one.kind === kind)
    return {
      count: found.count,
      names: found.first.map(({ name }: { name: string }) => name),
      first: found.first,
    }
  }
  return { body, named }
}

test('names the disks that a protected instance holds first, and counts each disk once', async () => {
  await fill('held', 60, (at) => ({
    isProtected: at >= 50 && at < 53,
    state: at % 2 ? 'running' : 'stopped',
    hasDisk: at > 30,
  }))
  const { body, named } = await contentsOf('projects/held')
  // Three instances that are protected, one of which runs, and their disks.
  expect(body).toMatchObject({ total: 60 + 29 + 2, stops: 30 - 1, blocked: 6 })
  const first = [nameAt(50), nameAt(51), nameAt(52)]
  const next = (from: number) => Array.from({ length: 17 }, (_, at) => nameAt(from + at))
  expect(named('instance')).toMatchObject({ count: 60, names: [...first, ...next(0)] })
  expect(named('disk')).toMatchObject({ count: 29, names: [...first, ...next(31)] })
  const problems = named('disk').first.map(({ problem }: { problem: string | null }) => problem !== null)
  expect(problems).toEqual(Array.from({ length: 20 }, (_, at) => at < 3))
})

test('adds up more resources of several projects than it counts at once', async () => {
  const before = (await contentsOf('system/silos/main')).body
  const none = { isProtected: false, state: 'running', hasDisk: false } as const
  for (const project of ['one', 'two', 'three']) await fill(project, 2_000, () => none)
  const { body, named } = await contentsOf('system/silos/main')
  // Each project has a VPC with a subnet.
  expect(body.total).toBe(before.total + 3 * (2_000 + 3))
  expect(body.stops).toBe(before.stops + 6_000)
  expect(named('project').names).toEqual(['held', 'one', 'three', 'two'])
})

test('names a protected disk once that a protected instance holds as well', async () => {
  await fill('guarded', 2, (at) => ({ isProtected: at === 1, state: 'stopped', hasDisk: true }))
  const ofProject = world.services.db.selectFrom('project').select('id').where('name', '=', 'guarded')
  await world.services.db
    .updateTable('disk')
    .set({ deletion_protected: 1 })
    .where('project_id', '=', ofProject)
    .execute()
  const { named } = await contentsOf('projects/guarded')
  const { count, names, first } = named('disk')
  expect({ count, names }).toEqual({ count: 2, names: [nameAt(0), nameAt(1)] })
  expect(first[1].problem).toContain('attached to an instance that is protected')
})
