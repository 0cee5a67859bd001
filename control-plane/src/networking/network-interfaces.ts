import { handlers } from '../kinds/handler.ts'
import { listNamed } from '../kit/resources/named.ts'
import { networkInterface } from '../kinds/network-interface.ts'

export const networkInterfaceHandlers = handlers({
  instanceNetworkInterfaceList: async (context, { query, found }) => {
    return listNamed(context, networkInterface, { instance_id: found.row.id }, query)
  },

  instanceNetworkInterfaceView: async (context, { found }) => networkInterface.view(found.row),
})
