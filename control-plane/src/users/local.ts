import { contract } from '@granary/contract/contract.ts'
import { isUniqueViolation } from '../database/violations.ts'
import type { SiloRow, SiloUserRow } from '../database/schema.ts'
import { answer } from '../kit/request/answer.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { actorOf, type Context, now, type OuterContext } from '../kit/context/context.ts'
import { alreadyExists, notFound } from '../kit/base/errors.ts'
import { admit } from '../kinds/admit.ts'
import { handlers, type Input } from '../kinds/handler.ts'
import { requireRemainingAdmins } from '../shared/people/admins.ts'
import { deleteUser } from '../shared/people/delete-user.ts'
import { checkNewPassword } from '../shared/people/new-password.ts'
import { endAccess } from '../access/end-access.ts'
import { userOf } from '../kinds/find-principal.ts'
import { inSilo, siloScope, siloUser, userView } from '../kinds/principal.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'

type Password = Input<'localIdpUserSetPassword'>['body']

/**
 * Users of silos that store passwords themselves. Hashing is slow on purpose, so it runs outside transactions, and what
 * the caller may do is checked again inside.
 */
export const localUserHandlers = handlers({
  localIdpUserCreate: {
    raw: async (context, { found, ...request }) => {
      const { body } = request
      requireLocal(found.row)
      const hash = await hashed(context, 'password.value', body.password, {
        username: body.externalId,
        siloName: found.row.name,
      })
      const user = await inTransaction(context, async (inner) => {
        await admit(inner, 'localIdpUserCreate', request)
        return createUser(inner, found.row.id, body.externalId, hash)
      })
      return answer(contract.localIdpUserCreate, userView(user))
    },
  },

  localIdpUserDelete: async (context, { path, found }) => {
    requireLocal(found.row)
    await deleteUser(context, await userOf(context, found.row.id, path.userId))
  },

  localIdpUserSetPassword: {
    raw: async (context, { found, ...request }) => {
      const { path, body } = request
      requireLocal(found.row)
      const { external_id: username } = await userOf(context, found.row.id, path.userId)
      const hash = await hashed(context, 'value', body, { username, siloName: found.row.name })
      await inTransaction(context, async (inner) => {
        await admit(inner, 'localIdpUserSetPassword', request)
        await setPassword(inner, await userOf(inner, found.row.id, path.userId), hash)
      })
      return answer(contract.localIdpUserSetPassword)
    },
  },
})

/** @throws ApiError 404 for a silo whose users sign in elsewhere. */
function requireLocal({ identity_mode: mode }: SiloRow): void {
  if (mode !== 'local_only') throw notFound('identity-provider', { name: 'local' })
}

/** @throws ApiError 400 for a password that is too weak; `path` is its field. */
async function hashed(
  { services }: OuterContext,
  path: string,
  password: Password,
  names: { username: string; siloName: string },
): Promise<string | null> {
  if (password.mode !== 'password') return null
  await checkNewPassword(path, password.value, names)
  return services.passwords.hash(password.value)
}

/** @throws ApiError 400 ObjectAlreadyExists if a user of the silo has this sign-in name. */
async function createUser(
  context: Context,
  siloId: string,
  externalId: string,
  hash: string | null,
): Promise<SiloUserRow> {
  await requireRoom(context, 'users', siloId)
  const time = now(context)
  const user: SiloUserRow = {
    id: crypto.randomUUID(),
    silo_id: siloId,
    external_id: externalId,
    display_name: externalId,
    password_hash: hash,
    active: 1,
    disabled: 0,
    time_created: time,
    time_modified: time,
  }
  try {
    return await siloUser.create(context, siloScope(siloId), user)
  } catch (error) {
    throw isUniqueViolation(error, context.engine, 'external_id')
      ? alreadyExists('silo-user', externalId, 'external_id')
      : error
  }
}

/** Also ends the user's sessions from before the change, except the caller's, and deletes their access tokens. */
async function setPassword(context: Context, user: SiloUserRow, hash: string | null): Promise<void> {
  await requireRemainingAdmins(context, user.silo_id, () =>
    siloUser.update(context, inSilo(user), { password_hash: hash, time_modified: now(context) }),
  )
  await endAccess(context, user, actorOf(context).sessionId)
}
