import { isUuid } from '@granary/domain/names.ts'
import { ownSilo } from '../kit/authorization.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { notFound } from '../kit/errors.ts'
import { handlers } from '../kit/handler.ts'
import { createNamed, deleteNamed, listNamed } from '../kit/named.ts'
import { sshKey } from './resource.ts'

export const sshKeyHandlers = handlers({
  currentUserSshKeyList: (context, { query }) =>
    listNamed(context, sshKey, { user_id: actorOf(context).userId }, query),

  currentUserSshKeyCreate: async (context, { body }) => {
    const own = { user_id: actorOf(context).userId, public_key: body.publicKey.trim() }
    return sshKey.view(await createNamed(context, sshKey, ownSilo(context), body, own))
  },

  currentUserSshKeyView: async (context, { path }) => sshKey.view(await findOwnKey(context, path.sshKey)),

  currentUserSshKeyDelete: async (context, { path }) => {
    const row = await findOwnKey(context, path.sshKey)
    await deleteNamed(context, sshKey, { row, scope: ownSilo(context) })
  },
})

/** A key of the caller by name or id. @throws ApiError 404, also for somebody else's. */
export async function findOwnKey(context: Context, nameOrId: string) {
  const byId = isUuid(nameOrId)
  const row = await context.db
    .selectFrom('ssh_key')
    .selectAll()
    .where('user_id', '=', actorOf(context).userId)
    .where(byId ? 'id' : 'name', '=', nameOrId)
    .executeTakeFirst()
  if (!row) throw notFound('ssh-key', byId ? { id: nameOrId } : { name: nameOrId })
  return row
}
