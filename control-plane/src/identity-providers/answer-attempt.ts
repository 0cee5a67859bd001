import { clientNetwork } from '@granary/domain/client-networks.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import type { OuterContext } from '../kit/context/context.ts'
import { type Attempt, countAttempt } from '../access/attempts.ts'
import { samlOf } from './create.ts'
import { isOpenFor } from './once.ts'

/**
 * Counts an answer before it is checked, which takes work. Any web page can make the browsers of its visitors post answers, so those
 * that claim to answer a request of the same address count apart: nobody elsewhere knows such a request.
 * @param response the form field `SAMLResponse`.
 * @throws ApiError 429 when too many were refused.
 */
export async function countAnswer(
  context: OuterContext,
  providerId: string,
  response: string,
  { clientAddress }: Pick<Bindings, 'clientAddress'>,
): Promise<Attempt> {
  const network = clientNetwork(clientAddress)
  const claimed = samlOf(context).requestOf(response)
  const isExpected = claimed !== null && (await isOpenFor(context, providerId, { id: claimed, network }))
  return countAttempt(context, [
    { limit: isExpected ? 'samlAnswerToRequest' : 'samlAnswerAtAddress', of: network },
  ])
}
