import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { samlProviderRow } from '../../test/saml.ts'
import { openScimSilo } from '../../test/scim.ts'
import { openWorld } from '../../test/world.ts'
import { withdrawal } from './migrations/0022-withdrawal.ts'

test('existing providers go on as before, and their users count as theirs', async () => {
  const world = await openWorld({ started: false })
  const { services } = world
  const { db, engine } = services
  const scim = await openScimSilo(world, 'lab')
  const [away, here] = [await scim.addUser('away', { active: false }), await scim.addUser('here')]
  await addSilo(services, 'elsewhere')
  await addUser(services, 'elsewhere', 'stranger')
  const time = services.clock.now().toISOString()
  const provider = {
    id: crypto.randomUUID(),
    name: 'idp',
    description: '',
    time_created: time,
    time_modified: time,
  }
  await db.insertInto('saml_provider').values(samlProviderRow(scim.siloId, provider)).execute()

  for (const table of ['saml_answer', 'saml_provider_user']) await db.schema.dropTable(table).execute()
  for (const [table, column] of [
    ['saml_provider', 'enabled'],
    ['saml_provider', 'allow_unsolicited'],
    ['silo_user', 'disabled'],
    ['scim_user', 'active'],
    ['saml_request', 'browser_hash'],
  ] as const)
    await db.schema.alterTable(table).dropColumn(column).execute()
  await withdrawal.up(db as unknown as Kysely<unknown>, engine)

  expect(await db.selectFrom('saml_provider').selectAll().executeTakeFirst()).toMatchObject({
    enabled: 1,
    allow_unsolicited: 1,
  })
  const users = await db.selectFrom('scim_user').select(['user_id', 'active']).execute()
  expect(new Map(users.map((row) => [row.user_id, row.active]))).toEqual(
    new Map([
      [away, 0],
      [here, 1],
    ]),
  )
  const linked = await db.selectFrom('saml_provider_user').select('user_id').execute()
  expect(linked.map((row) => row.user_id).toSorted()).toEqual([away, here].toSorted())
  await world.close()
})
