import type { ManualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDisk, type Body, listIssues, messagesOf, openIssues } from '../../test/issues.ts'
import type { World } from '../../test/world.ts'
import { rawWriter } from '../database/session.ts'

let world: World
let clock: ManualClock
beforeAll(async () => {
  ;({ world, clock } = await openIssues())
})
afterAll(() => world.close())

const list = (query?: string, as?: string, of?: string) => listIssues(world, query, as, of)
const disks = (...states: string[]) =>
  Promise.all(states.map((state, at) => addDisk(world, `${state.replaceAll('_', '-')}-${at}`, state)))

test('lists failed and waiting instances with the reason, and no others', async () => {
  const { items, capped, snoozed } = await list()
  expect(items).toMatchObject([
    {
      check: 'instance-failed',
      severity: 'error',
      message: 'Instance failed has failed',
      resource_name: 'failed',
      project_name: 'shop',
      snoozed_until: null,
    },
    { check: 'instance-waiting', message: "Instance waiting can't start yet: no sled has room" },
  ])
  expect([capped, snoozed]).toEqual([[], 0])
})

test('lists unattached disks and unfinished uploads, but no disk in use', async () => {
  await disks('detached', 'import_ready', 'attached')
  const found = (await list()).items.filter((item: Body) => item.resource_kind === 'disk')
  expect(found.map(({ check, resource_name: name }: Body) => [check, name])).toEqual([
    ['upload-unfinished', 'import-ready-1'],
    ['disk-unattached', 'detached-0'],
  ])
})

test('a running upload is no issue until its lease ends', async () => {
  const { db, clock } = world.services
  const id = await addDisk(world, 'upload', 'import_ready')
  const isListed = async () => (await list()).items.some((item: Body) => item.resource_id === id)
  const lease = (ahead: number) => new Date(clock.now().getTime() + ahead).toISOString()
  await db
    .insertInto('import_lease')
    .values({ disk_id: id, holder: 'me', held_until: lease(3_600_000) })
    .execute()
  expect(await isListed()).toBe(false)
  await db
    .updateTable('import_lease')
    .set({ held_until: lease(-1) })
    .where('disk_id', '=', id)
    .execute()
  expect(await isListed()).toBe(true)
  await rawWriter(world.services).deleteFrom('disk').where('id', '=', id).execute()
})

test('counts the resources in projects for operators, without their names', async () => {
  const { items } = await list('', undefined, 'system/')
  const failed = items.find(({ check }: Body) => check === 'instance-failed')
  expect(failed).toMatchObject({
    message: 'Silo main has 1 failed instance',
    resource_kind: 'silo',
    resource_name: 'main',
    project_name: null,
  })
  const all = { items }
  expect(messagesOf(all, 'instance-waiting')).toEqual(["Silo main has 1 instance that can't start yet"])
  expect(messagesOf(all, 'disk-unattached')).toEqual(['Silo main has 1 disk attached to no instance'])
  expect(messagesOf(all, 'upload-unfinished')).toEqual(['Silo main has 1 unfinished upload'])
})

test('a user who sees no project sees nothing of it, and cannot list those of the fleet', async () => {
  const ada = await world.signIn('ada', 'ada')
  expect((await list('', ada)).items).toEqual([])
  expect((await list('', ada, 'system/')).error_code).toBe('Forbidden')
})

test('a snooze hides an issue from its user until it ends', async () => {
  const [issue] = (await list()).items
  const snooze = (until: string) => world.ask('PUT', `/experimental/v1/issue-snoozes/${issue.id}`, { until })
  const ahead = (ms: number) => new Date(world.services.clock.now().getTime() + ms).toISOString()
  expect((await snooze(ahead(-1_000))).status).toBe(400)
  expect((await snooze(ahead(400 * 86_400_000))).status).toBe(400)
  const until = ahead(3_600_000)
  expect((await snooze(until)).status).toBeLessThan(300)
  const { items, snoozed } = await list()
  expect([items.some(({ id }: Body) => id === issue.id), snoozed]).toEqual([false, 1])
  const all = (await list('?include_snoozed=true')).items
  expect(all.find(({ id }: Body) => id === issue.id).snoozed_until).toBe(until)
  await world.ask('DELETE', `/experimental/v1/issue-snoozes/${issue.id}`)
  expect((await list()).items[0].id).toBe(issue.id)
})

test('counts problems, but no hints, and counts them again after a snooze, half a minute or a list', async () => {
  // Counts of earlier tests hold for half a minute.
  await clock.advance(30_000)
  const problemsOf = async (of?: string): Promise<Body[]> =>
    (await list('', undefined, of)).items.filter(({ severity }: Body) => severity !== 'hint')
  const items = await problemsOf()
  expect(items.length).toBeLessThan((await list()).items.length)
  const ada = await world.signIn('ada', 'ada')
  const countOf = async (as?: string, of = ''): Promise<Body> =>
    (await world.ask('GET', `/experimental/v1/${of}issue-count`, undefined, as)).body
  expect(await countOf()).toEqual({ count: items.length, is_capped: false })
  expect(await countOf(ada)).toEqual({ count: 0, is_capped: false })
  expect((await countOf(ada, 'system/')).error_code).toBe('Forbidden')
  expect((await countOf(undefined, 'system/')).count).toBe((await problemsOf('system/')).length)
  const until = new Date(world.services.clock.now().getTime() + 3_600_000).toISOString()
  await world.ask('PUT', `/experimental/v1/issue-snoozes/${items[0].id}`, { until })
  expect((await countOf()).count).toBe(items.length - 1)
  await world.ask('DELETE', `/experimental/v1/issue-snoozes/${items[0].id}`)
  expect((await countOf()).count).toBe(items.length)
  // Another server stores a snooze, which ends after a second.
  const { db } = world.services
  const user_id = (await world.ask('GET', '/v1/me')).body.id
  const soon = new Date(clock.now().getTime() + 1_000).toISOString()
  await db.insertInto('issue_snooze').values({ user_id, issue: items[0].id, until: soon }).execute()
  expect((await countOf()).count).toBe(items.length - 1)
  await clock.advance(1_000)
  expect((await countOf()).count).toBe(items.length)
  await addDisk(world, 'late', 'import_ready')
  expect((await countOf()).count).toBe(items.length)
  await clock.advance(30_000)
  expect((await countOf()).count).toBe(items.length + 1)
  await addDisk(world, 'later', 'import_ready')
  expect((await countOf()).count).toBe(items.length + 1)
  await list('?include_snoozed=true')
  expect((await countOf()).count).toBe(items.length + 2)
})

test('lists at most 100 issues of a check, and says that there are more', async () => {
  await disks(...Array.from({ length: 101 }, () => 'detached'))
  const { items, capped } = await list()
  expect(items.filter(({ check }: Body) => check === 'disk-unattached')).toHaveLength(100)
  expect(capped).toEqual(['disk-unattached'])
})
