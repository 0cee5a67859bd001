import { row, type Rows } from './rows.ts'

/** Settings of the fleet's own network. */
export const rackNetworkingRows = {
  networkingAllowListView: row('fleetRead'),
  networkingAllowListUpdate: row('fleetAdmin', () => ({ body: { allowed_ips: { allow: 'any' } } })),
  networkingInboundIcmpView: row('fleetRead'),
  networkingInboundIcmpUpdate: row('fleetAdmin', () => ({ body: { enabled: true } })),
  systemNetworkingSettingsView: row('fleetRead'),
  systemNetworkingSettingsUpdate: row('fleetAdmin', () => ({ body: {} })),
} satisfies Rows
