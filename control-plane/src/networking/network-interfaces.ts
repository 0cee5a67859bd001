import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { listNamed } from '../kit/named.ts'
import { instance } from '../kinds/instance.ts'
import { networkInterface } from '../kinds/network-interface.ts'

export const networkInterfaceHandlers = handlers({
  instanceNetworkInterfaceList: async (context, { query }) => {
    const found = await find(context, instance, query, 'list_contents')
    return listNamed(context, networkInterface, { instance_id: found.row.id }, query)
  },

  instanceNetworkInterfaceView: async (context, { path, query }) =>
    networkInterface.view((await find(context, networkInterface, { ...query, ...path }, 'read')).row),
})
