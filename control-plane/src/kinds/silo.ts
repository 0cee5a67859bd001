import type { FleetRole } from '@granary/domain/roles.ts'
import { kind } from '../kit/kind.ts'
import { identityView } from '../kit/resource.ts'

/** A tenant: users, groups, projects, quotas. */
export const silo = kind({
  kind: 'silo',
  table: 'silo',
  selector: 'silo',
  parent: null,
  view: (row) => ({
    ...identityView(row),
    identityMode: row.identity_mode,
    discoverable: row.discoverable === 1,
    adminGroupName: row.admin_group_name,
    mappedFleetRoles: JSON.parse(row.mapped_fleet_roles) as Record<string, FleetRole[]>,
  }),
})
