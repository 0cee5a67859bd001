import type { Reader } from '../kit/context/reader.ts'
import type { SiloUserRow } from '../database/schema.ts'

/** Returns the form for case-insensitive comparison. */
export const caseFold = (text: string): string => text.normalize('NFC').toLowerCase()

/**
 * Returns the form of a SCIM user name in `silo_user.external_id`. `userName` is case-insensitive (RFC 7643 section
 * 4.1.1); `scim_user.user_name` keeps the provider's spelling. (SCIM's own `externalId` is the provider's id of the
 * user and plays no part in sign-in.)
 */
export const signInName = caseFold

/**
 * Finds the user of a SCIM silo for a SAML sign-in: by userName, and only if active. Providers compare names by case at most, so
 * a name that only another Unicode form makes equal to a user's is the name of another person to them. Such a name counts only
 * in the provider's own spelling.
 */
export const userNamed = (db: Reader, siloId: string, nameId: string): Promise<SiloUserRow | undefined> =>
  db
    .selectFrom('silo_user')
    .selectAll()
    .where('silo_id', '=', siloId)
    .where('external_id', '=', signInName(nameId))
    .where('active', '=', 1)
    .$if(nameId !== nameId.normalize('NFC'), (users) =>
      users.where('id', 'in', (inner) =>
        inner
          .selectFrom('scim_user')
          .select('user_id')
          .where('silo_id', '=', siloId)
          .where('user_name', '=', nameId),
      ),
    )
    .executeTakeFirst()
