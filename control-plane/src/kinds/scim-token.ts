import type { ScimTokenRow } from '../database/schema.ts'
import { logged } from '../kit/resources/logged.ts'

/** Returns a token in its API form, without the secret. */
export const scimTokenView = (row: ScimTokenRow) => ({
  id: row.id,
  timeCreated: row.time_created,
  timeExpires: row.time_expires,
  maxFleetRole: row.max_fleet_role,
})

/** A token that lets an identity provider manage the users and groups of one silo. */
export const scimToken = logged({ kind: 'scim-token', table: 'scim_token', view: scimTokenView })
