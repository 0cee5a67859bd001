import type { Reader } from '../kit/reader.ts'
import type { SiloUserRow } from '../database/schema.ts'

/** Returns the form for case-insensitive comparison. */
export const caseFold = (text: string): string => text.normalize('NFC').toLowerCase()

/**
 * Returns the form of a SCIM user name in `silo_user.external_id`. `userName` is case-insensitive (RFC 7643 section
 * 4.1.1); `scim_user.user_name` keeps the provider's spelling. (SCIM's own `externalId` is the provider's id of the
 * user and plays no part in sign-in.)
 */
export const signInName = caseFold

/** Finds the user of a SCIM silo for a SAML sign-in: by userName, and only if active. */
export const userNamed = (db: Reader, siloId: string, nameId: string): Promise<SiloUserRow | undefined> =>
  db
    .selectFrom('silo_user')
    .selectAll()
    .where('silo_id', '=', siloId)
    .where('external_id', '=', signInName(nameId))
    .where('active', '=', 1)
    .executeTakeFirst()
