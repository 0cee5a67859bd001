import { storedJson } from '../kit/base/stored-json.ts'
import type { SwitchPortSettings } from '@granary/contract/schemas/switch-port-settings.ts'
import type { z } from 'zod'
import type { SwitchPortSettingsRow } from '../database/schema.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView, type Resource } from '../kit/resources/resource.ts'

/** What settings say about a port; with the keys of BGP peers, which no answer has. */
export type PortConfig = Omit<
  z.output<typeof SwitchPortSettings>,
  'id' | 'name' | 'description' | 'timeCreated' | 'timeModified'
>

/** LLDP settings that say nothing beyond what the switch says itself. */
export const NO_LLDP_TEXTS = {
  chassisId: null,
  linkDescription: null,
  linkName: null,
  managementIp: null,
  systemDescription: null,
  systemName: null,
}

/** Returns the stored contents of settings, with the keys of BGP peers. */
export const portConfigOf = ({ config }: Pick<SwitchPortSettingsRow, 'config'>): PortConfig =>
  storedJson<PortConfig>(config)

/** Settings that operators apply to ports of switches. */
export const switchPortSettings = kind({
  kind: 'switch-port-settings',
  table: 'switch_port_settings',
  selector: 'portSettings',
  parent: null,
  view: (row) => {
    const config = portConfigOf(row)
    const bgpPeers = config.bgpPeers.map((peer) => ({ ...peer, md5AuthKey: null }))
    return { ...identityView(row), ...config, bgpPeers }
  },
})

/** Settings in lists, which leave the contents out. */
export const listedPortSettings: Resource<'switch_port_settings', ReturnType<typeof identityView>> = {
  ...switchPortSettings,
  listed: ['id', 'name', 'description', 'time_created', 'time_modified'],
  view: identityView,
}
