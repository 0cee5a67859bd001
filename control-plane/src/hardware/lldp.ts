import { handlers } from '../kinds/handler.ts'
import {
  NO_LLDP_TEXTS,
  type PortConfig,
  portConfigOf,
  switchPortSettings,
} from '../kinds/switch-port-settings.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { ApiError, invalidRequest, notFound } from '../kit/base/errors.ts'
import { equipmentOf } from '../shared/placement/inventory.ts'
import { findPort, type PortRequest } from './find-port.ts'

export const lldpHandlers = handlers({
  networkingSwitchPortLldpNeighbors: async (context, { path: { port, ...query } }) => {
    const { id } = await findPort(context, { path: { port }, query })
    const reported = equipmentOf(context.services).switches.flatMap(({ ports }) => ports)
    const found = reported.find((each) => each.id === id)
    if (!found) throw new ApiError(500, 'Internal', 'the switch does not answer')
    const items = (found.neighbors ?? []).map(({ firstSeen, lastSeen, managementAddress, ...neighbor }) => ({
      ...neighbor,
      localPort: port,
      managementIp:
        managementAddress === null
          ? []
          : [{ addr: { ipAddr: managementAddress }, interfaceNum: { unknown: 0 } }],
      firstSeen: firstSeen.toISOString(),
      lastSeen: lastSeen.toISOString(),
    }))
    return { items, nextPage: null }
  },

  networkingSwitchPortLldpConfigView: async (context, request) => {
    const { links } = (await settingsOf(context, request)).config
    const lldp = links[0]?.lldpLinkConfig
    if (!lldp) throw noSettings(request)
    return lldp
  },

  networkingSwitchPortLldpConfigUpdate: async (context, { body, ...request }) => {
    const { row, config } = await settingsOf(context, request)
    if (!config.links.some((link) => link.lldpLinkConfig?.id === body.id))
      throw invalidRequest('no link of the port has LLDP settings with this ID').at('id', 'not_found')
    const links = config.links.map((link) =>
      link.lldpLinkConfig?.id === body.id ? { ...link, lldpLinkConfig: { ...NO_LLDP_TEXTS, ...body } } : link,
    )
    const changed: PortConfig = { ...config, links }
    await switchPortSettings.update(context, { row, scope: fleet }, { config: JSON.stringify(changed) })
  },
})

const noSettings = ({ path }: PortRequest) => notFound('switch-port-settings', { name: path.port })

/** Returns the settings of a port. @throws ApiError 404 without any. */
async function settingsOf(context: Context, request: PortRequest) {
  const { port_settings_id: id } = await findPort(context, request)
  const row = id
    ? await context.db.selectFrom('switch_port_settings').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw noSettings(request)
  return { row, config: portConfigOf(row) }
}
