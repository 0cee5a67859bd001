import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ownLoss } from './own-loss.ts'
import { fleetPlace, projectPlace, siloPlace } from './place.ts'

type Row = [id: string, role: string]
type Server = {
  groups: string[]
  silo: Row[]
  fleet: Row[]
  project: Row[]
  mapped: Record<string, string[]>
}
let server: Server
beforeEach(() => {
  server = { groups: [], silo: [], fleet: [], project: [], mapped: {} }
  const policy = (rows: Row[]) => ({
    role_assignments: rows.map(([identity_id, role_name]) => ({
      identity_id,
      identity_type: identity_id.startsWith('g') ? 'silo_group' : 'silo_user',
      role_name,
    })),
  })
  vi.stubGlobal('fetch', async (url: string) => {
    const answers: Record<string, unknown> = {
      '/v1/me': { id: 'me', silo_id: 's1', silo_name: 'main', fleet_viewer: server.fleet.length > 0 },
      '/v1/me/groups': { items: server.groups.map((id) => ({ id })), next_page: null },
      '/v1/system/silos/s1': { id: 's1', name: 'main', mapped_fleet_roles: server.mapped },
      '/v1/policy': policy(server.silo),
      '/v1/system/policy': policy(server.fleet),
      '/v1/projects/shop': { id: 'p1', name: 'shop' },
      '/v1/projects/shop/policy': policy(server.project),
    }
    return Response.json(answers[new URL(url, 'http://test').pathname])
  })
})
const loss = (...args: Parameters<typeof ownLoss> extends [unknown, ...infer Rest] ? Rest : never) =>
  ownLoss(new QueryClient(), ...args)

test('a change to another user loses nothing', async () => {
  server.silo = [
    ['me', 'admin'],
    ['other', 'admin'],
  ]
  expect(await loss(siloPlace, 'other', null)).toEqual({ lost: [], losesAccess: false, seesPlace: true })
})

test("a change to one of the caller's groups counts, and access through other roles is kept", async () => {
  server.groups = ['g1']
  server.silo = [
    ['g1', 'admin'],
    ['me', 'collaborator'],
  ]
  const { lost, losesAccess } = await loss(siloPlace, 'g1', null)
  expect(lost).toEqual(['manage the users of the silo and who has access to it'])
  expect(losesAccess).toBe(true)
  expect((await loss(siloPlace, 'me', null)).lost).toEqual([])
})

test('losing the last role in a project hides it, unless a silo role shows it', async () => {
  server.project = [['me', 'viewer']]
  expect(await loss(projectPlace('shop'), 'me', null)).toMatchObject({ losesAccess: true, seesPlace: false })
  server.silo = [['me', 'viewer']]
  expect(await loss(projectPlace('shop'), 'me', null)).toEqual({
    lost: [],
    losesAccess: false,
    seesPlace: true,
  })
})

test('compares a lower role as well as no role', async () => {
  server.fleet = [['me', 'admin']]
  expect(await loss(fleetPlace, 'me', 'viewer')).toMatchObject({ losesAccess: true, seesPlace: true })
  expect(await loss(fleetPlace, 'me', null)).toMatchObject({ losesAccess: true, seesPlace: false })
})

test('counts fleet roles that come with a silo role', async () => {
  server.silo = [['me', 'admin']]
  server.mapped = { admin: ['viewer'] }
  expect((await loss(siloPlace, 'me', 'viewer')).lost).toContain(
    'see the system: silos, hardware, networking',
  )
})
