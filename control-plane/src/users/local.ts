import { contract } from '@granary/contract/contract.ts'
import { isUniqueViolation } from '../database/violations.ts'
import type { SiloRow, SiloUserRow } from '../database/schema.ts'
import { answer } from '../kit/answer.ts'
import { inTransaction } from '../kit/transaction.ts'
import { actorOf, type Context, now } from '../kit/context.ts'
import { alreadyExists, notFound } from '../kit/errors.ts'
import { handlers, type Input } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { keepingAdmins } from '../shared/people/admins.ts'
import { principalView } from '../kinds/principal.ts'
import { silo } from '../kinds/silo.ts'
import { deleteUser } from '../shared/people/delete-user.ts'
import { refuseTakeover } from './takeover.ts'
import { userOf } from '../kinds/find-principal.ts'
import { noteUser } from '../kinds/principal.ts'

type Selectors = { silo: string }
type Password = Input<'localIdpUserSetPassword'>['body']

/** Users of silos that keep the passwords themselves. Hashing is slow on purpose, so no transaction waits for it. */
export const localUserHandlers = handlers({
  localIdpUserCreate: {
    raw: async (context, { query, body }) => {
      await localSilo(context, query)
      const hash = await hashed(context, body.password)
      const user = await inTransaction(context, async (inner) => {
        const { id } = await localSilo(inner, query)
        return createUser(inner, id, body.externalId, hash)
      })
      return answer(contract.localIdpUserCreate, principalView(user))
    },
  },

  localIdpUserDelete: async (context, { path, query }) => {
    const { id } = await localSilo(context, query)
    await deleteUser(context, await userOf(context, id, path.userId))
  },

  localIdpUserSetPassword: {
    raw: async (context, { path, query, body }) => {
      const { id } = await localSilo(context, query)
      await userOf(context, id, path.userId)
      const hash = await hashed(context, body)
      await inTransaction(context, async (inner) => {
        const user = await userOf(inner, (await localSilo(inner, query)).id, path.userId)
        await refuseTakeover(inner, user)
        await setPassword(inner, user, hash)
      })
      return answer(contract.localIdpUserSetPassword)
    },
  },
})

/** @throws ApiError 404 for a silo whose users sign in elsewhere, 403 for who may not manage its users. */
async function localSilo(context: Context, query: Selectors): Promise<SiloRow> {
  const { row } = await find(context, silo, query, 'modify_identities')
  if (row.identity_mode !== 'local_only') throw notFound('identity-provider', { name: 'local' })
  return row
}

const hashed = async ({ services }: Context, password: Password): Promise<string | null> =>
  password.mode === 'password' ? services.passwords.hash(password.value) : null

/** @throws ApiError 400 ObjectAlreadyExists when somebody of the silo signs in by that name. */
async function createUser(
  context: Context,
  siloId: string,
  externalId: string,
  hash: string | null,
): Promise<SiloUserRow> {
  const time = now(context)
  const user: SiloUserRow = {
    id: crypto.randomUUID(),
    silo_id: siloId,
    external_id: externalId,
    display_name: externalId,
    password_hash: hash,
    active: 1,
    time_created: time,
    time_modified: time,
  }
  try {
    await context.db.insertInto('silo_user').values(user).execute()
  } catch (error) {
    throw isUniqueViolation(error, context.engine, 'external_id')
      ? alreadyExists('silo-user', externalId)
      : error
  }
  noteUser(context, null, user)
  return user
}

/** Also ends what somebody began with the old password, but for the session that asks. */
async function setPassword(context: Context, user: SiloUserRow, hash: string | null): Promise<void> {
  const after = { ...user, password_hash: hash, time_modified: now(context) }
  await keepingAdmins(context, user.silo_id, () =>
    context.db
      .updateTable('silo_user')
      .set({ password_hash: hash, time_modified: after.time_modified })
      .where('id', '=', user.id)
      .execute(),
  )
  await context.db
    .deleteFrom('session')
    .where('user_id', '=', user.id)
    .where('id', '!=', actorOf(context).sessionId ?? '')
    .execute()
  noteUser(context, user, after)
}
