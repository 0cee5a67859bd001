import { handlers } from '../kinds/handler.ts'
import { switchPort, switchPortView, switchView } from '../kinds/hardware.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { ApiError } from '../kit/base/errors.ts'
import { equipmentOf } from '../shared/placement/inventory.ts'
import { applyPortSettings } from './apply-port-settings.ts'
import { findPort } from './find-port.ts'
import { findRow, listRows } from './rows.ts'

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

  networkingSwitchPortApplySettings: async (context, { body: { portSettings }, ...request }) =>
    applyPortSettings(context, await findPort(context, request), portSettings),
  networkingSwitchPortClearSettings: async (context, request) => {
    const row = await findPort(context, request)
    if (row.port_settings_id !== null)
      await switchPort.update(context, { row, scope: fleet }, { port_settings_id: null })
  },
})
