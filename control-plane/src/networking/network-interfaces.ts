import { handlers } from '../kinds/handler.ts'
import { listNamed } from '../kit/named.ts'
import { networkInterface } from '../kinds/network-interface.ts'

export const networkInterfaceHandlers = handlers({
  instanceNetworkInterfaceList: {
    kept: async (context, { query, found }) => {
      return listNamed(context, networkInterface, { instance_id: found.row.id }, query)
    },
  },

  instanceNetworkInterfaceView: async (context, { found }) => networkInterface.view(found.row),
})
