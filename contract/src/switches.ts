import { z } from 'zod'
import { Switch, SwitchLinkState, SwitchPort, SwitchSlot } from './schemas/hardware.ts'
import { onFleet } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import { IdSortMode, Name, NameOrId, pageOf, paginated, Uuid } from './scalars.ts'

const AT = '/v1/system/hardware'

const ofPort = {
  params: { port: Name.meta({ description: 'Name of the port, such as `qsfp0`' }) },
  query: {
    rackId: Uuid.meta({ description: 'ID of the rack' }),
    switchSlot: SwitchSlot.meta({ description: 'Switch of the rack' }),
  },
}

export const switches = family('switches', {
  switchList: get(`${AT}/switches`, {
    summary: 'List switches',
    description: 'Lists the switches of all racks, by ID. An engine without switches has none.',
    needs: onFleet('read'),
    shows: ['switch'],
    columns: ['id', 'baseboard.part', 'baseboard.serial', 'rackId'],
    query: paginated(IdSortMode),
    response: pageOf(Switch).meta({ id: 'SwitchResultsPage' }),
  }),
  switchView: get(`${AT}/switches/{switchId}`, {
    summary: 'Fetch switch',
    description: 'Finds a switch by its ID.',
    needs: onFleet('read'),
    shows: ['switch'],
    params: { switchId: Uuid.meta({ description: 'ID of the switch' }) },
    response: Switch,
  }),
  networkingSwitchPortList: get(`${AT}/switch-port`, {
    summary: 'List switch ports',
    description: 'Lists the ports of all switches, by ID.',
    needs: onFleet('read'),
    shows: ['switch-port'],
    columns: ['portName', 'switchSlot', 'rackId', 'portSettingsId', 'id'],
    query: {
      ...paginated(IdSortMode),
      switchPortId: Uuid.nullish().meta({ description: 'Only the port with this ID' }),
    },
    response: pageOf(SwitchPort).meta({ id: 'SwitchPortResultsPage' }),
  }),
  networkingSwitchPortStatus: get(`${AT}/switch-port/{port}/status`, {
    summary: 'Fetch switch port status',
    description:
      'Returns the state of the link that the switch last reported. The fields depend on the switch.',
    needs: onFleet('read'),
    shows: ['switch-port'],
    ...ofPort,
    response: SwitchLinkState,
  }),
  networkingSwitchPortApplySettings: post(`${AT}/switch-port/{port}/settings`, {
    summary: 'Apply switch port settings',
    description: 'Applies named settings to a port. Refused with 400 if the settings do not exist.',
    needs: onFleet('modify'),
    changes: ['switch-port'],
    ...ofPort,
    body: z
      .object({ portSettings: NameOrId.meta({ description: 'Name or ID of the settings' }) })
      .meta({ id: 'SwitchPortApplySettings' }),
  }),
  networkingSwitchPortClearSettings: del(`${AT}/switch-port/{port}/settings`, {
    summary: 'Clear switch port settings',
    description: 'Removes the applied settings from a port. Succeeds for a port without settings.',
    needs: onFleet('modify'),
    changes: ['switch-port'],
    ...ofPort,
  }),
})
