import { SILO_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { choice, namedSources } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { storedJson } from '../kit/base/stored-json.ts'
import type { FleetRole } from '@granary/domain/roles.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView } from '../kit/resources/resource.ts'

/** A tenant: users, groups, projects, quotas. */
export const silo = kind({
  kind: 'silo',
  table: 'silo',
  selector: 'silo',
  filter: listFilter(SILO_FIELDS, { ...namedSources, identity: choice('identity_mode') }),
  parent: null,
  view: (row) => ({
    ...identityView(row),
    identityMode: row.identity_mode,
    discoverable: row.discoverable === 1,
    adminGroupName: row.admin_group_name,
    mappedFleetRoles: storedJson<Record<string, FleetRole[]>>(row.mapped_fleet_roles),
  }),
})
