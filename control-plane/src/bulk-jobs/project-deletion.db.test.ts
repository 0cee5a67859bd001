import { GiB } from '@granary/domain/sizes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const JOBS = '/experimental/v1/bulk-jobs'
const planOf = async (project: string, as?: string) =>
  world.ask('GET', `/experimental/v1/projects/${project}/deletion-plan`, undefined, as)
const remove = (project: string, name = project, as?: string) =>
  world.ask('POST', `/experimental/v1/projects/${project}/delete-with-contents`, { name }, as)
const done = (id: string) => world.until(`${JOBS}/${id}`, (job) => job.time_completed !== null)

async function newProject(): Promise<{ id: string; name: string }> {
  const { body } = await world.ask('POST', '/v1/projects', { name: `p-${count++}`, description: '' })
  return body
}

const named = (kind: string) => ({ name: `${kind}-${count++}`, description: '' })
const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }

/** Requests that create one resource of each kind in a project. */
const MAKE = {
  running: (project: string) =>
    post(`/v1/instances?project=${project}`, {
      ...named('vm'),
      hostname: 'vm',
      ncpus: 1,
      memory: GiB,
      boot_disk: { type: 'create', ...named('boot'), size: GiB, disk_backend: blank },
      external_ips: [{ type: 'ephemeral', pool_selector: { type: 'auto', ip_version: 'v4' } }],
    }),
  stopped: (project: string) =>
    post(`/v1/instances?project=${project}`, {
      ...named('vm'),
      hostname: 'vm',
      ncpus: 1,
      memory: GiB,
      start: false,
    }),
  disk: (project: string) =>
    post(`/v1/disks?project=${project}`, { ...named('disk'), size: GiB, disk_backend: blank }),
  'floating IP': (project: string) =>
    post(`/v1/floating-ips?project=${project}`, {
      ...named('ip'),
      address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
    }),
  'affinity group': (project: string) =>
    post(`/v1/affinity-groups?project=${project}`, {
      ...named('group'),
      policy: 'allow',
      failure_domain: 'sled',
    }),
  'anti-affinity group': (project: string) =>
    post(`/v1/anti-affinity-groups?project=${project}`, {
      ...named('group'),
      policy: 'allow',
      failure_domain: 'sled',
    }),
}

async function post(path: string, body: object) {
  const answer = await world.ask('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** Returns the number of rows that belong to a project, in all tables with a project. */
async function rowsOf(projectId: string): Promise<number> {
  const tables = ['instance', 'disk', 'snapshot', 'image', 'external_ip', 'vpc', 'affinity_group'] as const
  const counts = await Promise.all(
    tables.map(async (table) => {
      const rows = await world.services.db
        .selectFrom(table as 'vpc')
        .select('id')
        .where('project_id', '=', projectId)
        .execute()
      return rows.length
    }),
  )
  return counts.reduce((sum, one) => sum + one, 0)
}

test('deletes exactly what the plan shows, whatever a project contains', async () => {
  const kept = await newProject()
  await MAKE.disk(kept.name)
  const before = await rowsOf(kept.id)
  const things = fc.array(fc.constantFrom(...(Object.keys(MAKE) as (keyof typeof MAKE)[])), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(things, async (kinds) => {
      const { id, name } = await newProject()
      for (const kind of kinds) await MAKE[kind](name)
      const plan = (await planOf(name)).body
      const sum = (plan.contents as { count: number }[]).reduce((total, kind) => total + kind.count, 0)
      expect([plan.total, plan.blocked]).toEqual([sum, 0])
      const { status, body: job } = await remove(name)
      expect([status, job.total]).toEqual([202, plan.total + 1])
      expect(await done(job.id)).toMatchObject({ failed: 0, succeeded: plan.total + 1 })
      expect((await world.ask('GET', `/v1/projects/${id}`)).status).toBe(404)
      expect(await rowsOf(id)).toBe(0)
    }),
    { numRuns: 8 },
  )
  expect(await rowsOf(kept.id)).toBe(before)
})

test('names resources that cannot be deleted in the plan, keeps the project for them, and allows a retry', async () => {
  const { name } = await newProject()
  const disk = await MAKE.disk(name)
  await world.until(`/v1/disks/${disk.id}`, ({ state }) => state.state === 'detached')
  const put = (state: 'import_ready' | 'detached') =>
    world.services.db.updateTable('disk').set({ state }).where('id', '=', disk.id).execute()
  await put('import_ready')
  const plan = (await planOf(name)).body
  expect(plan).toMatchObject({ blocked: 1 })
  const problem = 'disk cannot be deleted in state "import_ready"'
  expect(plan.contents[0]).toMatchObject({ kind: 'disk', count: 1, first: [{ id: disk.id, problem }] })
  const { body: job } = await remove(name)
  expect(await done(job.id)).toMatchObject({ failed: 2 })
  const { items } = (await world.ask('GET', `${JOBS}/${job.id}/items`)).body
  const failed = items.filter((item: { state: string }) => item.state === 'failed')
  expect(failed.map((item: { message: string; again: string }) => [item.message, item.again])).toEqual(
    expect.arrayContaining([
      [problem, 'may_help'],
      [`project to be deleted contains a disk: ${disk.name}`, 'may_help'],
    ]),
  )
  await put('detached')
  await world.ask('POST', `${JOBS}/${job.id}/retry`)
  expect(await done(job.id)).toMatchObject({ failed: 0 })
  expect((await world.ask('GET', `/v1/projects/${name}`)).status).toBe(404)
})

describe('a project deletion with contents', () => {
  test('requires the name of the project', async () => {
    const { name } = await newProject()
    const { status, body } = await remove(name, 'other')
    expect([status, body.message]).toEqual([400, `the project is called "${name}", not "other"`])
    expect((await planOf(name)).body.total).toBe(2)
  })

  test('requires the permission to delete the project', async () => {
    const { id, name } = await newProject()
    await addUser(world.services, 'main', `viewer-${name}`, { projects: { [id]: 'viewer' } })
    const cookie = await world.signIn(`viewer-${name}`, `viewer-${name}`)
    expect((await planOf(id, cookie)).status).toBe(403)
    expect((await remove(id, name, cookie)).status).toBe(403)
  })

  test('cannot be created as a job with a list of ids', async () => {
    const { id } = await newProject()
    const { status } = await world.ask('POST', JOBS, { operation: 'project_delete_with_contents', ids: [id] })
    expect(status).toBe(400)
  })

  test('plans and accepts 10,000 resources', async () => {
    const { id, name } = await newProject()
    const { db } = world.services
    const made = await MAKE['anti-affinity group'](name)
    const pattern = await db
      .selectFrom('anti_affinity_group')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < 10_000; at += 500)
      await db
        .insertInto('anti_affinity_group')
        .values(
          Array.from({ length: 500 }, (_, index) => ({
            ...pattern,
            id: crypto.randomUUID(),
            name: `many-${at + index}`,
            project_id: id,
          })),
        )
        .execute()
    const plan = (await planOf(name)).body
    const groups = plan.contents.find(({ kind }: { kind: string }) => kind === 'anti-affinity-group')
    expect([groups.count, groups.first.length]).toEqual([10_001, 20])
    const { body: job } = await remove(name)
    // The worker lists the rest and deletes it in small batches, whatever the total.
    const listed = await world.until(`${JOBS}/${job.id}`, ({ total }) => total > plan.total)
    expect(listed.total).toBe(plan.total + 1)
  })
})
