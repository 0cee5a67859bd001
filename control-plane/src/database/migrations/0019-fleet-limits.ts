import { fleetReach } from '@granary/domain/fleet-power.ts'
import { columns } from '../columns.ts'
import type { Migration } from '../migration.ts'
import type { Database } from '../schema.ts'

/**
 * The strongest fleet role that identity providers and SCIM tokens may give. Existing ones keep what they can give
 * today, but nothing that the fleet grants later.
 */
export const fleetLimits: Migration = {
  id: 19,
  name: 'fleet-limits',
  async up(db, engine) {
    for (const table of ['saml_provider', 'scim_token'])
      await db.schema.alterTable(table).addColumn('max_fleet_role', columns(engine).text).execute()
    const rows = db.withTables<Database>()
    const silos = await rows
      .selectFrom('silo')
      .select(['id', 'mapped_fleet_roles'])
      .where('identity_mode', '!=', 'local_only')
      .execute()
    for (const { id, mapped_fleet_roles } of silos) {
      const assigned = await rows
        .selectFrom('role_assignment')
        .select('role')
        .where('resource_id', '=', 'fleet')
        .where((row) =>
          row.or([
            row('identity_id', 'in', row.selectFrom('silo_user').select('id').where('silo_id', '=', id)),
            row('identity_id', 'in', row.selectFrom('silo_group').select('id').where('silo_id', '=', id)),
          ]),
        )
        .execute()
      const max_fleet_role = fleetReach(
        JSON.parse(mapped_fleet_roles) as Record<string, string[]>,
        assigned.map(({ role }) => role),
      )
      if (max_fleet_role)
        for (const table of ['saml_provider', 'scim_token'] as const)
          await rows.updateTable(table).set({ max_fleet_role }).where('silo_id', '=', id).execute()
    }
  },
}
