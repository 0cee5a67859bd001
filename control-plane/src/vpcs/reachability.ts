import type { ReachabilityQuestion } from '@granary/contract/reachability.ts'
import type { Answer, Hop } from '@granary/domain/reachability/answer.ts'
import { explain } from '@granary/domain/reachability/explain.ts'
import type { Traffic } from '@granary/domain/reachability/network.ts'
import { answerText, draftText, hopText, obstacleText } from '@granary/domain/reachability/words.ts'
import type { z } from 'zod'
import { handlers } from '../kinds/handler.ts'
import { invalidRequest, invalidValue } from '../kit/errors.ts'
import { networkOf } from './network.ts'

export const reachabilityHandlers = handlers({
  vpcExplain: async (context, { body, found }) => {
    const traffic = trafficOf(body)
    const answer = explain(await networkOf(context, found.row), { ...body, traffic })
    if ('path' in answer) throw invalidRequest(answer.message).at(answer.path, answer.code)
    return viewOf(answer)
  },
})

/** @throws ApiError 400 if the protocol needs a port, or has none. */
function trafficOf({ protocol, port }: z.output<typeof ReachabilityQuestion>): Traffic {
  if (protocol === 'icmp') {
    if (port != null) throw invalidValue('port', 'not_allowed', 'ICMP has no ports')
    return { protocol }
  }
  if (port == null) throw invalidValue('port', 'required', `a port is required for ${protocol}`)
  return { protocol, port }
}

/** Adds the sentences to an answer. */
const viewOf = (answer: Answer) => ({
  reachable: answer.reachable,
  text: answerText(answer),
  ipVersion: answer.version,
  there: answer.there.map(withText),
  back: answer.back.map(withText),
  obstacle: answer.obstacle && {
    way: answer.obstacle.way,
    code: answer.obstacle.code,
    text: obstacleText(answer.obstacle),
  },
  draft: answer.draft && { ...answer.draft, text: draftText(answer.draft) },
  forwarders: answer.forwarders,
})

const withText = (hop: Hop) => ({ ...hop, text: hopText(hop) })
