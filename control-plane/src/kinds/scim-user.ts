import type { Reader } from '../kit/reader.ts'
import type { SiloUserRow } from '../database/schema.ts'

/** The form in which texts compare without regard to case. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/**
 * The form of a SCIM silo's user names in `silo_user.external_id`. Names are the same in any case, as RFC 7643 says of
 * `userName`; how the provider wrote it stands in `scim_user.user_name`. (SCIM's own `externalId` is the provider's id of
 * the user and has nothing to do with signing in.)
 */
export const signInName = folded

/** The user of a SCIM silo whom a sign-in by SAML means: by userName, and only while active. */
export const userNamed = (db: Reader, siloId: string, nameId: string): Promise<SiloUserRow | undefined> =>
  db
    .selectFrom('silo_user')
    .selectAll()
    .where('silo_id', '=', siloId)
    .where('external_id', '=', signInName(nameId))
    .where('active', '=', 1)
    .executeTakeFirst()
