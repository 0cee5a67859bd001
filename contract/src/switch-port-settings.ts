import { onFleet } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import { NameOrId, NameOrIdSortMode, pageOf, paginated } from './scalars.ts'
import {
  SwitchPortSettings,
  SwitchPortSettingsCreate,
  SwitchPortSettingsIdentity,
} from './schemas/switch-port-settings.ts'

const AT = '/v1/system/networking/switch-port-settings'

export const switchPortSettings = family('system/networking', {
  networkingSwitchPortSettingsList: get(AT, {
    summary: 'List switch port settings',
    description: 'Lists the settings by name, without their contents.',
    needs: onFleet('read'),
    shows: ['switch-port-settings'],
    columns: ['name', 'description', 'timeCreated', 'id'],
    query: {
      portSettings: NameOrId.nullish().meta({ description: 'Only the settings with this name or ID' }),
      ...paginated(NameOrIdSortMode),
    },
    response: pageOf(SwitchPortSettingsIdentity).meta({ id: 'SwitchPortSettingsIdentityResultsPage' }),
  }),
  networkingSwitchPortSettingsCreate: post(AT, {
    summary: 'Create or replace switch port settings',
    description:
      'Replaces the settings with this name if there are any, which keep their ID, and whose ports get the new ones. Others take effect once they are applied to a port. Takes their addresses from address lots. An address lot or BGP configuration that does not exist is refused with 400.',
    needs: onFleet('modify'),
    changes: ['switch-port-settings'],
    body: SwitchPortSettingsCreate,
    response: SwitchPortSettings,
  }),
  networkingSwitchPortSettingsView: get(`${AT}/{port}`, {
    summary: 'Fetch switch port settings',
    description: 'Returns everything but the keys of BGP peers.',
    needs: onFleet('read'),
    shows: ['switch-port-settings'],
    params: { port: NameOrId.meta({ description: 'Name or ID of the settings' }) },
    response: SwitchPortSettings,
  }),
  networkingSwitchPortSettingsDelete: del(AT, {
    summary: 'Delete switch port settings',
    description: 'Returns their addresses to the lots. Refused with 400 while a port has the settings.',
    needs: onFleet('modify'),
    changes: ['switch-port-settings'],
    query: { portSettings: NameOrId.nullish().meta({ description: 'Name or ID of the settings; required' }) },
  }),
})
