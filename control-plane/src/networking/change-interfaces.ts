import { atField } from '../kit/base/at-field.ts'
import { MAX_NICS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import type { NetworkInterfaceRow } from '../database/schema.ts'
import { instance } from '../kinds/instance.ts'
import { outcomeOf, stateForChanges } from '../kinds/instance-outcome.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { find, type Found } from '../kit/resources/lookup.ts'
import { identityChanges } from '../kit/resources/named.ts'
import { enqueue } from '../tasks/queue.ts'
import { isIpv6 } from '../shared/network/attach-external-ips.ts'
import { createInterface, refuseTransitIps } from '../shared/network/create-interfaces.ts'
import { networkInterface } from '../kinds/network-interface.ts'
import { settleSharedAddress } from './shared-address.ts'

export const networkInterfaceChangeHandlers = handlers({
  instanceNetworkInterfaceCreate: async (context, { body, found }) => {
    outcomeOf('create_network_interface', stateForChanges(found.row))
    const others = await interfacesOf(context, found.row.id)
    if (others.length >= MAX_NICS_PER_INSTANCE)
      throw invalidRequest(`cannot attach more than ${MAX_NICS_PER_INSTANCE} network interfaces to instance`)
    const taken = new Set(others.map(({ slot }) => slot))
    const slot = Array.from({ length: MAX_NICS_PER_INSTANCE }, (_, at) => at).find((at) => !taken.has(at))!
    const row = await createInterface(context, found, body, slot, others.length === 0)
    if (others.some((other) => other.vpc_id !== row.vpc_id))
      throw invalidRequest('networking may not span multiple VPCs').at('vpc_name', 'not_allowed')
    await settle(context, found)
    return networkInterface.view(row)
  },

  instanceNetworkInterfaceUpdate: async (context, { body, found }) => {
    const holder = await find(context, instance, { instance: found.row.instance_id }, 'modify_contents')
    outcomeOf('update_network_interface', stateForChanges(holder.row))
    await atField('transit_ips', async () => refuseTransitIps(body.transitIps, found.row))
    const promoted = body.primary && found.row.is_primary === 0
    if (promoted) await atField('primary', () => promote(context, found))
    const row = await networkInterface.update(context, found, {
      ...identityChanges(body),
      transit_ips: JSON.stringify(body.transitIps),
      is_primary: promoted ? 1 : found.row.is_primary,
    })
    await settle(context, holder)
    return networkInterface.view(row)
  },

  instanceNetworkInterfaceDelete: async (context, { found }) => {
    const holder = await find(context, instance, { instance: found.row.instance_id }, 'modify_contents')
    outcomeOf('delete_network_interface', stateForChanges(holder.row))
    if (found.row.is_primary) {
      const others = await interfacesOf(context, holder.row.id)
      if (others.length > 1)
        throw invalidRequest(
          'the primary network interface may not be deleted while secondary interfaces are attached',
        )
      await requireAddresses(context, holder.row.id, { ipv4: null, ipv6: null })
    }
    await networkInterface.remove(context, found)
    await settle(context, holder)
  },
})

const interfacesOf = ({ db }: Context, instanceId: string): Promise<NetworkInterfaceRow[]> =>
  db.selectFrom('network_interface').selectAll().where('instance_id', '=', instanceId).execute()

/** Demotes the current primary first, so that there is never more than one. */
async function promote(context: Context, { row, scope }: Found<'network_interface'>): Promise<void> {
  await requireAddresses(context, row.instance_id, row)
  const before = (await interfacesOf(context, row.instance_id)).find((other) => other.is_primary === 1)
  if (before) await networkInterface.update(context, { row: before, scope }, { is_primary: 0 })
}

/** @throws ApiError 400 when the instance has an external address of a family that its primary interface would lack. */
async function requireAddresses(
  context: Context,
  instanceId: string,
  primary: Pick<NetworkInterfaceRow, 'ipv4' | 'ipv6'>,
): Promise<void> {
  const addresses = await context.db
    .selectFrom('external_ip')
    .select('ip')
    .where('instance_id', '=', instanceId)
    .where('kind', '!=', 'snat')
    .execute()
  const lost = addresses.find(({ ip }) => !(isIpv6(ip) ? primary.ipv6 : primary.ipv4))
  if (!lost) return
  const family = isIpv6(lost.ip) ? 'IPv6' : 'IPv4'
  throw invalidRequest(
    `the instance has an external ${family} address, which needs a primary network interface with an ${family} address: detach it first`,
  )
}

/** Updates everything derived from the interfaces of an instance, and notifies its machine. */
async function settle(context: Context, found: Found<'instance'>): Promise<void> {
  await settleSharedAddress(context, found)
  await enqueue(context, 'instance', found.row.id, found.scope)
}
