import { inTransaction } from '../kit/transaction.ts'
import { actorOf } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import { handlers } from '../kinds/handler.ts'
import {
  checkAttempts,
  countFailure,
  deviceAttemptKeys,
  forgetFailures,
} from '../shared/sign-in/sign-in-limit.ts'
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
      const keys = deviceAttemptKeys(actorOf(context).userId, clientAddress)
      await checkAttempts(context, keys, 'wrong codes')
      try {
        await inTransaction(context, async (inner) => {
          await confirmRequest(inner, body.userCode)
          await forgetFailures(inner, keys)
        })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404)
          await inTransaction(context, (inner) => countFailure(inner, keys))
        throw error
      }
      return new Response(null, { status: 204 })
    },
  },

  deviceAccessToken: {
    raw: async (context, { body }) => Response.json(await fetchToken(context, body)),
    refused: oauthRefusal,
  },
})
