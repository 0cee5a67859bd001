import type { SiloUserRow } from '../database/schema.ts'
import { actorOf, type Context, type OuterContext } from '../kit/context/context.ts'
import { invalidValue, notFound, unauthorized } from '../kit/base/errors.ts'
import { countPassword } from './password-attempt.ts'

/** Whether the users of the caller's silo sign in with passwords. */
export async function signsInLocally(context: Context): Promise<boolean> {
  const silo = await context.db
    .selectFrom('silo')
    .select('identity_mode')
    .where('id', '=', actorOf(context).siloId)
    .executeTakeFirstOrThrow()
  return silo.identity_mode === 'local_only'
}

/** Returns the caller. @throws ApiError 404 in a silo whose users sign in elsewhere. */
export async function localCaller(context: Context): Promise<SiloUserRow> {
  if (!(await signsInLocally(context))) throw notFound('identity-provider', { name: 'local' })
  return context.db
    .selectFrom('silo_user')
    .selectAll()
    .where('id', '=', actorOf(context).userId)
    .executeTakeFirstOrThrow()
}

/**
 * Verifies the caller's password before they change how they sign in. Wrong ones count as failed sign-ins.
 * @param user the caller.
 * @param given the password, and the field that holds it in wire names.
 * @throws ApiError 400 for a wrong password, 429 after too many.
 */
export async function verifyOwnPassword(
  context: OuterContext,
  { id, external_id: username, password_hash }: SiloUserRow,
  { path, password }: { path: string; password: string },
  clientAddress: string,
): Promise<void> {
  const { siloName } = actorOf(context)
  const attempt = await countPassword(context, { siloName, username, userId: id, clientAddress })
  if (!(await context.services.passwords.verify(password_hash, password)))
    throw invalidValue(path, 'not_allowed', 'this is not your current password').because(
      'the current password is wrong',
    )
  await attempt.succeed('nameAtAddress')
}

/**
 * Checks that a password still holds, in the transaction that relies on it: hashing takes long enough for an admin to replace it.
 * @param user as the password was verified.
 * @throws ApiError 401 if the user has another password now, or was disabled or deleted.
 */
export async function requireSamePassword(
  { db }: Context,
  { id, password_hash }: Pick<SiloUserRow, 'id' | 'password_hash'>,
): Promise<void> {
  const user = await db
    .selectFrom('silo_user')
    .select('password_hash')
    .where('id', '=', id)
    .where('active', '=', 1)
    .executeTakeFirst()
  if (user?.password_hash === password_hash) return
  throw unauthorized().because('the password was replaced, or the user disabled, while it was checked')
}
