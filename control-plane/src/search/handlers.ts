import { ipProblem } from '@granary/domain/ip.ts'
import { isUuid } from '@granary/domain/names.ts'
import { addressesOf } from '../kinds/external-ip.ts'
import { handlers } from '../kinds/handler.ts'
import { byAddress } from './by-address.ts'
import { byId, byName } from './by-name.ts'

const MAX_RESULTS = 20

export const searchHandlers = handlers({
  resourceSearch: async (context, { query }) => {
    const text = query.text.trim().toLowerCase()
    const found = isUuid(text)
      ? await byId(context, text)
      : ipProblem(text) === null
        ? await byAddress(context, text)
        : await byName(context, text)
    const items = found.slice(0, MAX_RESULTS)
    const addresses = await addressesOf(
      context,
      items.filter(({ kind }) => kind === 'instance'),
    )
    return {
      items: items.map((item) => ({ ...item, address: item.address ?? addresses.get(item.id)?.[0] ?? null })),
    }
  },
})
