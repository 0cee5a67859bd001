import { ownSilo } from '../kit/resources/authorization.ts'
import { actorOf } from '../kit/context/context.ts'
import { handlers } from '../kinds/handler.ts'
import { listNamed } from '../kit/resources/named.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'
import { sshKey, findOwnKey } from '../kinds/ssh-key.ts'

export const sshKeyHandlers = handlers({
  currentUserSshKeyList: (context, { query }) =>
    listNamed(context, sshKey, { user_id: actorOf(context).userId }, query),

  currentUserSshKeyCreate: async (context, { body }) => {
    await requireRoom(context, 'sshKeys', actorOf(context).userId)
    const own = { user_id: actorOf(context).userId, public_key: body.publicKey.trim() }
    return sshKey.view(await sshKey.create(context, ownSilo(context), body, own))
  },

  currentUserSshKeyView: async (context, { path }) => sshKey.view(await findOwnKey(context, path.sshKey)),

  currentUserSshKeyDelete: async (context, { path }) => {
    const row = await findOwnKey(context, path.sshKey)
    await sshKey.remove(context, { row, scope: ownSilo(context) })
  },
})
