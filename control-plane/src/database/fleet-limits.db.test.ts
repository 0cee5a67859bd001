import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { addGroup, addSilo, addUser } from '../../test/people.ts'
import { samlProviderRow } from '../../test/saml.ts'
import { openWorld } from '../../test/world.ts'
import { fleetLimits } from './migrations/0019-fleet-limits.ts'

test('existing providers and tokens keep the fleet roles that they can give', async () => {
  const world = await openWorld({ started: false })
  const { services } = world
  const { db, engine } = services
  const federated = { identity_mode: 'saml_scim' as const }
  const ids = {
    without: await addSilo(services, 'without', federated),
    mapped: await addSilo(services, 'mapped', {
      ...federated,
      mapped_fleet_roles: '{"viewer":["collaborator"]}',
    }),
    direct: await addSilo(services, 'direct', federated),
    group: await addSilo(services, 'group', federated),
  }
  await addUser(services, 'direct', 'ann', { fleet: 'admin' })
  const identity_id = await addGroup(services, 'group', 'operators')
  await db
    .insertInto('role_assignment')
    .values({
      resource_id: 'fleet',
      resource_kind: 'fleet',
      identity_kind: 'silo_group',
      identity_id,
      role: 'viewer',
    })
    .execute()
  const time = services.clock.now().toISOString()
  for (const silo_id of Object.values(ids)) {
    const id = crypto.randomUUID()
    const named = { id, name: 'idp', description: '', time_created: time, time_modified: time }
    await db.insertInto('saml_provider').values(samlProviderRow(silo_id, named)).execute()
    await db
      .insertInto('scim_token')
      .values({ id, silo_id, token_hash: id, time_created: time, time_expires: null, max_fleet_role: null })
      .execute()
  }

  for (const table of ['saml_provider', 'scim_token'])
    await db.schema.alterTable(table).dropColumn('max_fleet_role').execute()
  await fleetLimits.up(db as unknown as Kysely<unknown>, engine)

  for (const table of ['saml_provider', 'scim_token'] as const) {
    const limits: Record<string, unknown> = {}
    for (const [name, id] of Object.entries(ids))
      limits[name] = (
        await db
          .selectFrom(table)
          .select('max_fleet_role')
          .where('silo_id', '=', id)
          .executeTakeFirstOrThrow()
      ).max_fleet_role
    expect(limits).toEqual({ without: null, mapped: 'collaborator', direct: 'admin', group: 'viewer' })
  }
  await world.close()
})
