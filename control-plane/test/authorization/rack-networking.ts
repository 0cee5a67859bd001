import { row, type Rows } from './rows.ts'

const peer = { switch_slot: 'switch0', remote: '192.0.2.1' }

/** Settings of the fleet's own network. */
export const rackNetworkingRows = {
  networkingAllowListView: row('fleetRead'),
  networkingAllowListUpdate: row('fleetAdmin', () => ({ body: { allowed_ips: { allow: 'any' } } })),
  networkingBfdEnable: row('fleetAdmin', () => ({
    body: { ...peer, detection_threshold: 3, required_rx: 100_000, mode: 'single_hop' },
  })),
  networkingBfdDisable: row('fleetAdmin', () => ({ body: peer })),
  networkingBfdStatus: row('fleetRead'),
  networkingSwitchPortSettingsList: row('fleetRead'),
  networkingSwitchPortSettingsCreate: row('fleetAdmin', () => ({
    body: {
      name: `s-${crypto.randomUUID().slice(0, 8)}`,
      description: '',
      port_config: { geometry: 'qsfp28x1' },
      links: [],
      addresses: [],
    },
  })),
  networkingSwitchPortSettingsView: row('fleetRead', ({ of }) => ({ path: { port: of('portSettings') } })),
  networkingSwitchPortSettingsDelete: row('fleetAdmin', ({ of }) => ({
    query: { portSettings: of('portSettings') },
  })),
  networkingInboundIcmpView: row('fleetRead'),
  networkingInboundIcmpUpdate: row('fleetAdmin', () => ({ body: { enabled: true } })),
  systemNetworkingSettingsView: row('fleetRead'),
  systemNetworkingSettingsUpdate: row('fleetAdmin', () => ({ body: {} })),
} satisfies Rows
