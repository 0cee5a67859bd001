import type { SledRow } from '../../database/schema.ts'
import { type Check, MAX_FOUND } from '../check.ts'

/** Sleds that the driver no longer reports or reaches, or that take no new machines. */
export const sledNotInService: Check = {
  check: 'sled-not-in-service',
  severity: 'warning',
  resourceKind: 'sled',
  find: async ({ db }) => {
    const rows = await db
      .selectFrom('sled')
      .select(['id', 'serial', 'in_service', 'host_state'])
      .where((where) =>
        where.or([
          where('in_service', '=', 0),
          where('host_state', '!=', 'up'),
          where('provision_policy', '=', 'non_provisionable'),
        ]),
      )
      .orderBy('serial')
      .limit(MAX_FOUND)
      .execute()
    return rows.map(({ id, serial, ...row }) => ({
      message: `Sled ${serial} ${reasonOf(row)}`,
      resourceId: id,
      resourceName: serial,
      projectName: null,
      siloName: null,
    }))
  },
}

function reasonOf({ in_service, host_state }: Pick<SledRow, 'in_service' | 'host_state'>): string {
  if (in_service === 0) return 'is not in service'
  if (host_state === 'unreachable')
    return "doesn't answer, so the states of its machines are the last ones known"
  return 'takes no new machines'
}
