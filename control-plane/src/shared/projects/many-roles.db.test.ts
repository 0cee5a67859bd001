import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../../test/people.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { chunks } from '../../kit/base/chunks.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())

/** More than a statement may have parameters, on either engine. */
const ROLES = 70_000

test('a user with roles in more projects than a statement has parameters sees them', async () => {
  const { db } = world.services
  const { id } = (await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })).body
  const user = await addUser(world.services, 'main', 'ada', { projects: { [id]: 'viewer' } })
  // Users who may create projects can give a user roles in many, and delete them: their roles stay for an hour.
  const rows = Array.from({ length: ROLES }, () => ({
    resource_id: crypto.randomUUID(),
    resource_kind: 'project' as const,
    identity_kind: 'silo_user' as const,
    identity_id: user,
    role: 'viewer',
  }))
  for (const some of chunks(rows)) await db.insertInto('role_assignment').values(some).execute()
  const ada = await world.signIn('ada', 'ada')
  for (const path of ['/v1/projects', '/v1/projects?include_total=true&name_contains=s']) {
    const { status, body } = await world.ask('GET', path, undefined, ada)
    expect([status, body.items?.map(({ name }: { name: string }) => name)]).toEqual([200, ['shop']])
  }
  for (const path of [
    '/experimental/v1/instances?include_total=true',
    '/experimental/v1/instance-images',
    '/experimental/v1/instance-counts',
    '/experimental/v1/search?text=shop',
    '/experimental/v1/search?text=192.0.2.1',
    '/experimental/v1/issues',
    '/v1/multicast-groups',
  ])
    expect([path, (await world.ask('GET', path, undefined, ada)).status]).toEqual([path, 200])
})
