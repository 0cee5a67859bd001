import { type Check, MAX_FOUND } from '../check.ts'

/** Sleds that the driver no longer reports, or that take no new machines. */
export const sledNotInService: Check = {
  check: 'sled-not-in-service',
  severity: 'warning',
  resourceKind: 'sled',
  find: async ({ db }) => {
    const rows = await db
      .selectFrom('sled')
      .select(['id', 'serial', 'in_service'])
      .where((where) =>
        where.or([where('in_service', '=', 0), where('provision_policy', '=', 'non_provisionable')]),
      )
      .orderBy('serial')
      .limit(MAX_FOUND)
      .execute()
    return rows.map(({ id, serial, in_service: inService }) => ({
      message: inService ? `Sled ${serial} takes no new machines` : `Sled ${serial} is not in service`,
      resourceId: id,
      resourceName: serial,
      projectName: null,
      siloName: null,
    }))
  },
}
