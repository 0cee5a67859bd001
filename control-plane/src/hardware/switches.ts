import { handlers } from '../kinds/handler.ts'
import { switchPortView, switchView } from '../kinds/hardware.ts'
import type { Context } from '../kit/context.ts'
import { ApiError, invalidRequest, notFound } from '../kit/errors.ts'
import { equipmentOf } from '../shared/placement/inventory.ts'
import type { SwitchPortRow } from '../database/schema.ts'
import { findRow, listRows } from './rows.ts'

type PortRequest = {
  path: { port: string }
  query: { rackId: string; switchSlot: SwitchPortRow['switch_slot'] }
}

export const switchHandlers = handlers({
  switchList: (context, { query }) =>
    listRows(context.db.selectFrom('switch').selectAll(), query, switchView),
  switchView: async (context, { path }) =>
    switchView(await findRow(context, 'switch', 'switch', path.switchId)),

  networkingSwitchPortList: (context, { query: { switchPortId, ...query } }) => {
    const ports = context.db.selectFrom('switch_port').selectAll()
    return listRows(switchPortId ? ports.where('id', '=', switchPortId) : ports, query, switchPortView)
  },
  networkingSwitchPortStatus: async (context, request) => {
    const { id } = await findPort(context, request)
    const reported = equipmentOf(context.services).switches.flatMap(({ ports }) => ports)
    const link = reported.find((port) => port.id === id)?.link
    if (!link) throw new ApiError(500, 'Internal', 'the switch does not answer')
    const { state, speedGbps: speed_gbps, transceiver } = link
    return { state, speed_gbps, transceiver }
  },

  // No operation creates port settings yet, so no name or ID can be that of existing ones, and no port has any.
  networkingSwitchPortApplySettings: async (context, { body: { portSettings }, ...request }) => {
    await findPort(context, request)
    throw invalidRequest(`port settings "${portSettings}" not found`).at('port_settings', 'not_found')
  },
  networkingSwitchPortClearSettings: async (context, request) => {
    await findPort(context, request)
  },
})

/** @throws ApiError 404. */
async function findPort({ db }: Pick<Context, 'db'>, { path, query }: PortRequest): Promise<SwitchPortRow> {
  const row = await db
    .selectFrom('switch_port')
    .selectAll()
    .where('rack_id', '=', query.rackId)
    .where('switch_slot', '=', query.switchSlot)
    .where('name', '=', path.port)
    .executeTakeFirst()
  if (!row) throw notFound('switch-port', { name: path.port })
  return row
}
