import { atField } from '../kit/base/at-field.ts'
import { outcomeOf } from '../kinds/instance-outcome.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { actorOf } from '../kit/context/context.ts'
import { handlers } from '../kinds/handler.ts'
import { allocateAddress } from '../shared/network/allocate.ts'
import {
  choosePool,
  insertAddress,
  isIpv6,
  primaryFamilies,
  requireFamily,
} from '../shared/network/attach-external-ips.ts'
import { externalIp, externalIpView } from '../kinds/external-ip.ts'
import { requireRoomForAddress } from './limits.ts'

export const ephemeralIpHandlers = handlers({
  instanceEphemeralIpAttach: async (context, { body, found }) => {
    outcomeOf('external_ip', found.row.run_state)
    const pool = await atField('pool_selector', () => choosePool(context, body.poolSelector))
    const { id } = found.row
    const before = await ephemeralOf(context.db, id)
    const same = before.find(({ ip }) => isIpv6(ip) === (pool.ip_version === 'v6'))
    if (same) return externalIpView(same)
    requireFamily(await primaryFamilies(context, id), pool.ip_version)
    await requireRoomForAddress(context, id)
    const address = await atField('pool_selector', () =>
      allocateAddress(context, pool.id, actorOf(context).siloId),
    )
    const row = await insertAddress(context, found, 'ephemeral', address)
    return externalIpView(row)
  },

  instanceEphemeralIpDetach: async (context, { query: { ipVersion }, found }) => {
    outcomeOf('external_ip', found.row.run_state)
    const all = await ephemeralOf(context.db, found.row.id)
    if (all.length > 1 && !ipVersion)
      throw invalidRequest('the instance has an ephemeral IP of each family: specify ip_version').at(
        'ip_version',
        'required',
      )
    const row = all.find(({ ip }) => !ipVersion || isIpv6(ip) === (ipVersion === 'v6'))
    if (!row) throw invalidRequest('instance does not have an ephemeral IP attached')
    await externalIp.remove(context, { row, scope: found.scope })
  },
})

const ephemeralOf = (db: Parameters<typeof primaryFamilies>[0]['db'], instanceId: string) =>
  db
    .selectFrom('external_ip')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('kind', '=', 'ephemeral')
    .execute()
