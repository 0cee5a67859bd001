import { contract } from '@granary/contract/contract.ts'
import { clientNetwork } from '@granary/domain/client-networks.ts'
import { clientName } from '@granary/domain/user-agents.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { answer } from '../kit/request/answer.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { ApiError } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { countAttempt } from '../access/attempts.ts'
import { confirmRequest, describeRequest } from './confirm.ts'
import { fetchToken } from './fetch-token.ts'
import { oauthRefusal } from './oauth.ts'
import { deleteExpiredRequests, openRequest } from './request.ts'

/** RFC 8628. Codes are short-lived and used once, and only a hash of the device code is stored. */
export const deviceAuthHandlers = handlers({
  deviceAuthRequest: {
    raw: async (context, { body }, request, { clientAddress, origin }) => {
      await deleteExpiredRequests(context)
      const client = { address: clientAddress, name: clientName(request.headers.get('user-agent')) }
      const opened = await inTransaction(context, (inner) => openRequest(inner, body, client))
      return Response.json({ ...opened, verification_uri: `${origin}/device/verify` })
    },
    refused: oauthRefusal,
  },

  deviceAuthConfirm: {
    raw: async (context, { body }, _request, { clientAddress }) => {
      await guessing(context, clientAddress, () =>
        inTransaction(context, (inner) => confirmRequest(inner, body.userCode)),
      )
      return new Response(null, { status: 204 })
    },
  },

  deviceAuthInspect: {
    raw: async (context, { body }, _request, { clientAddress }) =>
      answer(
        contract.deviceAuthInspect,
        await guessing(context, clientAddress, () => describeRequest(context, body.userCode)),
      ),
  },

  deviceAccessToken: {
    raw: async (context, { body }) => Response.json(await fetchToken(context, body)),
    refused: oauthRefusal,
  },
})

/** Runs work with a code that the caller may have guessed. An unknown code counts as a wrong guess. */
async function guessing<Result>(
  context: Context,
  clientAddress: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const counters = [
    { limit: 'deviceCode', of: actorOf(context).userId },
    { limit: 'deviceCodeAtAddress', of: clientNetwork(clientAddress) },
  ] as const
  const attempt = await countAttempt(context, counters, 'wrong codes')
  let result: Result
  try {
    result = await work()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) await attempt.giveBack()
    throw error
  }
  await attempt.succeed('deviceCode')
  return result
}
