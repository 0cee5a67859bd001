import { afterAll, beforeAll, describe, test } from 'vitest'
import { grantToken } from '../../test/devices.ts'
import { newProvider } from '../../test/saml.ts'
import { expectLogged, expectRemoved } from '../../test/logged.ts'
import { openLogged, requestsTo } from '../../test/logged-world.ts'
import type { World } from '../../test/world.ts'

let world: World
const { ask, get, inList } = requestsTo(() => world)
beforeAll(async () => {
  world = await openLogged()
})
afterAll(() => world.close())

test('an access token', async () => {
  const cookie = await world.signIn('admin', 'secret')
  await grantToken(world, cookie)
  const [{ id }] = (await get('/v1/me/access-tokens')).items
  const me = await get('/v1/me')
  const read = async () => ({ ...(await inList('/v1/me/access-tokens', id)), silo_user_id: me.id })
  const subject = { kind: 'device-access-token', id, read }
  const before = await read()
  await expectLogged(world, subject, 'created', await ask('GET', '/v1/me/access-tokens'))
  await expectRemoved(world, subject, before, await ask('DELETE', `/v1/me/access-tokens/${id}`))
})

test('an identity provider', async () => {
  const created = await ask('POST', '/v1/system/identity-providers/saml?silo=clinic', newProvider())
  const read = () => get(`/v1/system/identity-providers/saml/${created.body.id}`)
  await expectLogged(world, { kind: 'saml-identity-provider', id: created.body.id, read }, 'created', created)
})

describe('singletons of a silo', () => {
  test('quotas', async () => {
    const path = '/v1/system/silos/clinic/quotas'
    const { silo_id: id } = await get(path)
    const subject = { kind: 'silo-quotas', id, read: () => get(path) }
    await expectLogged(world, subject, 'created', await ask('GET', path))
    await expectLogged(world, subject, 'updated', await ask('PUT', path, { cpus: 3 }))
  })

  test('authentication settings', async () => {
    const path = '/v1/auth-settings'
    const { silo_id: id } = await get(path)
    const answer = await ask('PUT', path, { device_token_max_ttl_seconds: 86_400 })
    await expectLogged(world, { kind: 'silo-auth-settings', id, read: () => get(path) }, 'updated', answer)
  })

  test.each([
    ['fleet-policy', '/v1/system/policy', async () => 'fleet'],
    ['silo-policy', '/v1/policy', async () => (await get('/v1/me')).silo_id],
    ['project-policy', '/v1/projects/shop/policy', async () => (await get('/v1/projects/shop')).id],
  ])('%s', async (kind, path, id) => {
    const { id: identity_id } = (
      await ask('POST', '/v1/system/identity-providers/local/users?silo=main', {
        external_id: kind,
        password: { mode: 'login_disallowed' },
      })
    ).body
    const { role_assignments: before } = await get(path)
    const assignment = { identity_id, identity_type: 'silo_user', role_name: 'viewer' }
    const answer = await ask('PUT', path, { role_assignments: [...before, assignment] })
    // Of a policy, only the assignments that differ are logged.
    const added = async () => {
      const { role_assignments } = await get(path)
      const known = before.map((each: { identity_id: string }) => each.identity_id)
      return {
        role_assignments: role_assignments.filter(
          (each: typeof assignment) => !known.includes(each.identity_id),
        ),
      }
    }
    await expectLogged(world, { kind, id: await id(), read: added }, 'updated', answer)
  })
})
