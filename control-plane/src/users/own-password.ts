import { contract } from '@granary/contract/contract.ts'
import { isSecondFactorRequired } from '../kinds/auth-settings.ts'
import { handlers } from '../kinds/handler.ts'
import { inSilo, siloUser } from '../kinds/principal.ts'
import { answer } from '../kit/request/answer.ts'
import { actorOf, now } from '../kit/context/context.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { checkNewPassword } from '../shared/people/new-password.ts'
import { endAccess } from '../access/end-access.ts'
import { secondFactorOf } from '../access/second-factor.ts'
import {
  localCaller,
  requireSamePassword,
  signsInLocally,
  verifyOwnPassword,
} from '../access/own-password.ts'

/** Users of silos that store passwords change their own. */
export const ownPasswordHandlers = handlers({
  currentUserSignInView: async (context) => {
    const { userId, siloId } = actorOf(context)
    const isLocal = await signsInLocally(context)
    return {
      method: isLocal ? ('password' as const) : ('identity_provider' as const),
      secondFactor: await secondFactorOf(context, userId),
      secondFactorRequired: isLocal && (await isSecondFactorRequired(context, siloId)),
    }
  },

  currentUserPasswordUpdate: {
    raw: async (context, { body }, _request, { clientAddress }) => {
      const user = await localCaller(context)
      const { siloName } = actorOf(context)
      await checkNewPassword('new_password', body.newPassword, { username: user.external_id, siloName })
      await verifyOwnPassword(
        context,
        user,
        { path: 'current_password', password: body.currentPassword },
        clientAddress,
      )
      const hash = await context.services.passwords.hash(body.newPassword)
      await inTransaction(context, async (inner) => {
        await requireSamePassword(inner, user)
        await siloUser.update(inner, inSilo(user), { password_hash: hash, time_modified: now(inner) })
        await endAccess(inner, user, actorOf(inner).sessionId)
      })
      return answer(contract.currentUserPasswordUpdate)
    },
  },
})
