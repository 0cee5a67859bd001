import type { ScimTokenRow } from '../database/schema.ts'
import { logged } from '../kit/logged.ts'

/** A token as the API shows it, without the secret. */
export const scimTokenView = (row: ScimTokenRow) => ({
  id: row.id,
  timeCreated: row.time_created,
  timeExpires: row.time_expires,
})

/** A token with which an identity provider manages the users and groups of a silo. */
export const scimToken = logged({ kind: 'scim-token', table: 'scim_token', view: scimTokenView })
