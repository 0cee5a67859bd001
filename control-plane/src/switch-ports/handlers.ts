import { present } from '../kit/base/present.ts'
import { normalizeIp } from '@granary/domain/ip.ts'
import { isUuid } from '@granary/domain/names.ts'
import { repeatedPeers } from '@granary/domain/switch-ports.ts'
import { finders } from '../kinds/finders.ts'
import { fleetFinder } from '../kinds/find-in-fleet.ts'
import { handlers } from '../kinds/handler.ts'
import { listedPortSettings, switchPortSettings } from '../kinds/switch-port-settings.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { ApiError, invalidRequest } from '../kit/base/errors.ts'
import { listNamed } from '../kit/resources/named.ts'
import type { Context } from '../kit/context/context.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { releaseAddress, reserveAddress } from '../shared/network/reserve-address.ts'
import { type Body, configOf } from './config.ts'

const findSettings = fleetFinder(switchPortSettings, 'port')

export const switchPortSettingsHandlers = handlers({
  networkingSwitchPortSettingsList: async (context, { query: { portSettings, ...query } }) => {
    const only = portSettings && { [isUuid(portSettings) ? 'id' : 'name']: portSettings }
    return listNamed(context, listedPortSettings, only || {}, query)
  },

  networkingSwitchPortSettingsCreate: async (context, { body }) => {
    refuse(body)
    const found = await settingsNamed(context, body.name)
    const id = found?.row.id ?? crypto.randomUUID()
    if (found) await releaseParts(context, id)
    const held = await holdAddresses(context, body)
    const configs = await bgpConfigs(context, body)
    const config = JSON.stringify(configOf(id, body, held, configs))
    const row = found
      ? await switchPortSettings.update(context, found, { description: body.description, config })
      : await switchPortSettings.create(context, fleet, body, { config }, id)
    for (const { reservationId } of held)
      await unlogged(context)
        .insertInto('switch_port_settings_address')
        .values({ port_settings_id: id, reservation_id: reservationId })
        .execute()
    for (const bgp_config_id of new Set(configs))
      await unlogged(context)
        .insertInto('switch_port_settings_bgp')
        .values({ port_settings_id: id, bgp_config_id })
        .execute()
    return switchPortSettings.view(row)
  },

  networkingSwitchPortSettingsView: async (context, { path }) =>
    switchPortSettings.view((await findSettings(context, path, 'read')).row),

  networkingSwitchPortSettingsDelete: async (context, { query: { portSettings } }) => {
    if (!portSettings) throw invalidRequest('port_settings is required').at('port_settings', 'required')
    const found = await findSettings(context, { port: portSettings }, 'modify')
    const { id } = found.row
    const port = await context.db
      .selectFrom('switch_port')
      .select('name')
      .where('port_settings_id', '=', id)
      .executeTakeFirst()
    if (port) throw invalidRequest(`the settings are applied to port "${port.name}": clear it first`)
    await releaseParts(context, id)
    await switchPortSettings.remove(context, found)
  },
})

/** Returns the settings with a name, if any. */
async function settingsNamed(context: Context, name: string) {
  const row = await context.db
    .selectFrom('switch_port_settings')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
  return row && { row, scope: fleet }
}

/** Returns the addresses of settings to their lots, and lets go of the BGP configurations that they use. */
async function releaseParts(context: Context, id: string): Promise<void> {
  const held = await context.db
    .selectFrom('switch_port_settings_address')
    .select('reservation_id')
    .where('port_settings_id', '=', id)
    .execute()
  const writer = unlogged(context)
  await writer.deleteFrom('switch_port_settings_address').where('port_settings_id', '=', id).execute()
  await writer.deleteFrom('switch_port_settings_bgp').where('port_settings_id', '=', id).execute()
  for (const { reservation_id } of held) await releaseAddress(context, reservation_id)
}

/** @throws ApiError 400 for groups, which nothing creates, and for peers that are listed twice. */
function refuse({ groups, bgpPeers }: Body): void {
  const [group] = groups
  if (group) throw invalidRequest(`port settings group "${group}" not found`).at('groups[0]', 'not_found')
  const places = bgpPeers.flatMap(({ linkName, peers }, at) =>
    peers.map(({ addr }, index) => ({ linkName, addr, path: `bgp_peers[${at}].peers[${index}].addr` })),
  )
  const [repeated] = repeatedPeers(places, normalizeIp)
  if (repeated !== undefined)
    throw invalidRequest('the peer is listed more than once').at(
      present(places[repeated], 'the place of the peer').path,
      'duplicate',
    )
}

/** Takes the addresses from their lots, in the order of the request. @throws ApiError 400. */
async function holdAddresses(context: Context, { addresses }: Body) {
  const held = []
  for (const [at, one] of addresses.entries())
    for (const [index, { address, addressLot, vlanId }] of one.addresses.entries()) {
      const path = `addresses[${at}].addresses[${index}]`
      const lot = await known('AddressLot', `${path}.address_lot`, () =>
        finders['address-lot'](context, { addressLot }, 'modify'),
      )
      const wanted = { address: address.replace(/\/.*/, ''), anycast: false }
      const reservation = await reserveAddress(context, lot.id, wanted, `${path}.address`)
      held.push({
        address,
        vlanId,
        linkName: one.linkName,
        lot,
        blockId: reservation.address_lot_block_id,
        reservationId: reservation.id,
      })
    }
  return held
}

/** Returns the IDs of the peers' BGP configurations, in the order of the request. @throws ApiError 400. */
async function bgpConfigs(context: Context, { bgpPeers }: Body): Promise<string[]> {
  const ids: string[] = []
  for (const [at, { peers }] of bgpPeers.entries())
    for (const [index, { bgpConfig }] of peers.entries()) {
      const path = `bgp_peers[${at}].peers[${index}].bgp_config`
      const row = await known('BGP config', path, () =>
        finders['bgp-config'](context, { nameOrId: bgpConfig }, 'modify'),
      )
      ids.push(row.id)
    }
  return ids
}

/** Specification section 28: what the settings name is no part of the path, so it is a 400. */
async function known<Row>(what: string, path: string, find: () => Promise<{ row: Row }>): Promise<Row> {
  try {
    return (await find()).row
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw invalidRequest(`${what} not found`).at(path, 'not_found')
    throw error
  }
}
