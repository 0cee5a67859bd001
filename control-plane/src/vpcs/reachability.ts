import type { ReachabilityQuestion } from '@granary/contract/reachability.ts'
import { explain } from '@granary/domain/reachability/explain.ts'
import type { Traffic } from '@granary/domain/reachability/network.ts'
import { answerView } from '@granary/domain/reachability/view.ts'
import type { z } from 'zod'
import { handlers } from '../kinds/handler.ts'
import { invalidRequest, invalidValue } from '../kit/base/errors.ts'
import { gapsOf } from '../shared/network/network-gaps.ts'
import { networkOf } from './network.ts'

export const reachabilityHandlers = handlers({
  vpcExplain: async (context, { body, found }) => {
    const traffic = trafficOf(body)
    const answer = explain(await networkOf(context, found.row), { ...body, traffic })
    if ('path' in answer) throw invalidRequest(answer.message).at(answer.path, answer.code)
    return answerView(answer, await gapsOf(context, found.row.id))
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
