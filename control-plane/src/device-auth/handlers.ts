import { clientNetwork } from '@granary/domain/client-networks.ts'
import { inTransaction } from '../kit/transaction.ts'
import { actorOf } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { countAttempt } from '../shared/sign-in/attempts.ts'
import { confirmRequest } from './confirm.ts'
import { fetchToken } from './fetch-token.ts'
import { oauthRefusal } from './oauth.ts'
import { forgetOldRequests, openRequest } from './request.ts'

/** RFC 8628. Codes are short-lived and used once, and only a hash of the device code is stored. */
export const deviceAuthHandlers = handlers({
  deviceAuthRequest: {
    raw: async (context, { body }, _request, { clientAddress, origin }) => {
      await forgetOldRequests(context)
      const opened = await inTransaction(context, (inner) => openRequest(inner, body, clientAddress))
      return Response.json({ ...opened, verification_uri: `${origin}/device/verify` })
    },
    refused: oauthRefusal,
  },

  deviceAuthConfirm: {
    raw: async (context, { body }, _request, { clientAddress }) => {
      const attempt = await countAttempt(
        context,
        [
          { limit: 'deviceCode', of: actorOf(context).userId },
          { limit: 'deviceCodeAtAddress', of: clientNetwork(clientAddress) },
        ],
        'wrong codes',
      )
      try {
        await inTransaction(context, (inner) => confirmRequest(inner, body.userCode))
      } catch (error) {
        // Only an unknown code is a guess.
        if (!(error instanceof ApiError && error.status === 404)) await attempt.giveBack()
        throw error
      }
      await attempt.succeed('deviceCode')
      return new Response(null, { status: 204 })
    },
  },

  deviceAccessToken: {
    raw: async (context, { body }) => Response.json(await fetchToken(context, body)),
    refused: oauthRefusal,
  },
})
