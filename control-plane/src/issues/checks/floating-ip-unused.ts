import { sql } from 'kysely'
import { projectCheck } from '../project-check.ts'

/** Floating IPs that no instance uses. The index by instance finds them. */
export const floatingIpUnused = projectCheck({
  check: 'floating-ip-unused',
  severity: 'hint',
  resourceKind: 'floating-ip',
  table: 'external_ip',
  where: () => sql`external_ip.kind = 'floating' and external_ip.instance_id is null`,
  message: ({ name }) => `Floating IP ${name} is attached to no instance`,
  count: (counted) => `has ${counted('floating IP')} attached to no instance`,
})
