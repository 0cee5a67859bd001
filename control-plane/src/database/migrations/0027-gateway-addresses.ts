import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Addresses of internet gateways: each has one at most. */
export const gatewayAddresses: Migration = {
  id: 27,
  name: 'gateway-addresses',
  async up(db, engine) {
    const t = tables(db, engine)
    const address = t.named('internet_gateway_ip_address')
    await t.required(t.belongsTo(address, 'internet_gateway_id', 'internet_gateway'), ['address']).execute()
    await t.unique('internet_gateway_ip_address', 'internet_gateway_id')
    await t.index('internet_gateway_ip_pool', 'internet_gateway_id', 'ip_pool_id')
  },
}
