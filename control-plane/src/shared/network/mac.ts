import { macAddress, MAC_COUNT } from '@granary/domain/ip.ts'
import type { Context } from '../../kit/context/context.ts'
import { randomFree } from '../../kit/base/random-free.ts'

/** Generates an unused hardware address from the range for instance interfaces. */
export const freeMac = (context: Context): Promise<string> =>
  randomFree(
    () => macAddress(Math.floor(context.services.random() * MAC_COUNT)),
    (mac) => {
      const probes = context.db.selectFrom('probe').select('id').where('mac', '=', mac)
      const interfaces = context.db.selectFrom('network_interface').select('id').where('mac', '=', mac)
      return interfaces.unionAll(probes).executeTakeFirst()
    },
  )
