import { DriverError } from '@granary/compute/driver-error.ts'
import type { RoutingState } from '@granary/compute/routing.ts'
import { contract } from '@granary/contract/contract.ts'
import { handlers } from '../kinds/handler.ts'
import { answer } from '../kit/request/answer.ts'
import type { OuterContext } from '../kit/context/context.ts'
import { ApiError } from '../kit/base/errors.ts'

export const bgpStateHandlers = handlers({
  networkingBgpStatus: {
    raw: async (context) => {
      const states = await routing(context)
      const time = context.clock.now().getTime()
      return answer(
        contract.networkingBgpStatus,
        states.flatMap(({ slot, peers }) =>
          peers.map(({ id, address, localAsn, remoteAsn, state, since }) => ({
            peerId: id,
            addr: address,
            localAsn,
            remoteAsn,
            state,
            stateDurationMillis: Math.max(0, time - since.getTime()),
            switch: slot,
          })),
        ),
      )
    },
  },

  networkingBgpImported: {
    raw: async (context, { query }) => {
      const states = await routing(context)
      return answer(
        contract.networkingBgpImported,
        states.flatMap(({ slot, imported }) =>
          imported
            .filter(({ localAsn }) => localAsn === query.asn)
            .map(({ id, prefix, nexthop }) => ({ id, prefix, nexthop, switch: slot })),
        ),
      )
    },
  },

  networkingBgpExported: {
    raw: async (context) => {
      const states = await routing(context)
      return answer(
        contract.networkingBgpExported,
        states.flatMap(({ slot, exported }) => exported.map((route) => ({ ...route, switch: slot }))),
      )
    },
  },

  networkingBgpMessageHistory: {
    raw: async (context, { query }) => {
      const states = await routing(context)
      const switchHistories = states.map(({ slot, messages }) => ({
        switch: slot,
        history: Object.fromEntries(
          messages
            .filter(({ localAsn }) => localAsn === query.asn)
            .map(({ peerId, messages: latest }) => [peerId, latest]),
        ),
      }))
      return answer(contract.networkingBgpMessageHistory, { switchHistories })
    },
  },
})

/** @throws ApiError 500 if the driver has no switches, or if they do not answer. */
async function routing({ services: { compute } }: OuterContext): Promise<RoutingState[]> {
  const unreachable = new ApiError(500, 'Internal', 'the switches do not answer')
  if (!compute.routing) throw unreachable
  try {
    return await compute.routing()
  } catch (error) {
    throw error instanceof DriverError ? unreachable : error
  }
}
