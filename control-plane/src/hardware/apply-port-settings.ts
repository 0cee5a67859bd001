import { present } from '../kit/base/present.ts'
import type { SwitchPortRow } from '../database/schema.ts'
import { fleetFinder } from '../kinds/find-in-fleet.ts'
import { switchPort } from '../kinds/hardware.ts'
import { switchPortSettings } from '../kinds/switch-port-settings.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { ApiError, conflict, invalidRequest } from '../kit/base/errors.ts'

const findSettings = fleetFinder(switchPortSettings, 'portSettings')

/**
 * Applies settings to a port.
 * @throws ApiError 400 for unknown settings, 409 if another port of the switch is in another autonomous system.
 */
export async function applyPortSettings(
  context: Context,
  row: SwitchPortRow,
  portSettings: string,
): Promise<void> {
  const id = await settingsId(context, portSettings)
  const numbers = await asnsOf(context, [id])
  const others = await context.db
    .selectFrom('switch_port')
    .select('port_settings_id')
    .where('rack_id', '=', row.rack_id)
    .where('switch_slot', '=', row.switch_slot)
    .where('id', '!=', row.id)
    .where('port_settings_id', 'is not', null)
    .execute()
  const used = await asnsOf(
    context,
    others.map(({ port_settings_id }) => present(port_settings_id, 'the settings of the port')),
  )
  const all = new Set([...numbers, ...used])
  if (numbers.length > 0 && all.size > 1)
    throw conflict(`the ports of a switch must use one ASN, and these use ${[...all].join(' and ')}`).at(
      'port_settings',
      'not_allowed',
    )
  await switchPort.update(context, { row, scope: fleet }, { port_settings_id: id })
}

async function settingsId(context: Context, portSettings: string): Promise<string> {
  try {
    return (await findSettings(context, { portSettings }, 'modify')).row.id
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw invalidRequest(`port settings "${portSettings}" not found`).at('port_settings', 'not_found')
    throw error
  }
}

/** Returns the autonomous system numbers that settings use. */
async function asnsOf({ db }: Context, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('switch_port_settings_bgp')
    .innerJoin('bgp_config', 'bgp_config.id', 'switch_port_settings_bgp.bgp_config_id')
    .select('bgp_config.asn')
    .distinct()
    .where('port_settings_id', 'in', ids)
    .orderBy('bgp_config.asn')
    .execute()
  return rows.map(({ asn }) => Number(asn))
}
