import type { Database } from '@granary/control-plane/database/schema.ts'
import type { Actor } from '@granary/control-plane/kit/base/actor.ts'
import { loadActor } from '@granary/control-plane/access/actor.ts'
import { type Kysely, sql } from 'kysely'
import type { CookieJar } from './cookies.ts'

/** Cookie with the display name of the acting user. */
export const USER_COOKIE = 'preview-user'
/** Cookie that is set between sign-out and sign-in. */
export const SIGNED_OUT_COOKIE = 'preview-signed-out'

type UserIdentity = { id: string; display_name: string }

/**
 * Returns the acting user: the one in the cookie, else the data set's first administrator; null after a sign-out. Calls
 * `warn` once for an unknown name.
 */
export function actingUser(db: Kysely<Database>, cookies: CookieJar, warn: (message: string) => void) {
  let warnedOf: string | null = null
  return async (): Promise<Actor | null> => {
    if (cookies.get(SIGNED_OUT_COOKIE)) return null
    const wanted = cookies.get(USER_COOKIE)
    const named = wanted ? await userNamed(db, wanted) : undefined
    const user = named ?? (await firstAdministrator(db))
    if (wanted && user && !named && warnedOf !== wanted) {
      warnedOf = wanted
      warn(
        `The cookie ${USER_COOKIE} names "${wanted}", whom the data set does not have: acting as "${user.display_name}"`,
      )
    }
    return user ? loadActor(db, user.id, null) : null
  }
}

const userNamed = (db: Kysely<Database>, displayName: string): Promise<UserIdentity | undefined> =>
  db
    .selectFrom('silo_user')
    .select(['id', 'display_name'])
    .where('display_name', '=', displayName)
    .orderBy(sql`rowid`)
    .executeTakeFirst()

/** Returns the first administrator of the fleet, else of a silo, else the first user, in the data set's order. */
async function firstAdministrator(db: Kysely<Database>): Promise<UserIdentity | undefined> {
  const { rows } = await sql<UserIdentity>`
    select u.id, u.display_name
    from silo_user u
    left join role_assignment r on r.role = 'admin' and r.resource_kind in ('fleet', 'silo')
      and (r.identity_id = u.id or r.identity_id in (select group_id from silo_group_member where user_id = u.id))
    order by case r.resource_kind when 'fleet' then 0 when 'silo' then 1 else 2 end, u.rowid
    limit 1`.execute(db)
  return rows[0]
}
