import type { World } from './world.ts'

/** The loopback address of the tests. */
export const LOOPBACK = { address: '192.0.2.65', switch_slot: 'switch0' }

/** The port of the first switch with settings. */
export const PORT = 'qsfp1'

/**
 * Creates the address lot `infra` with a loopback address, the empty announce set `announced`, the BGP configuration
 * `border`, and the switch port settings `uplink` of one port.
 * @returns their ids by selector.
 */
export async function createRackNetwork({ ask }: Pick<World, 'ask'>, rack: string) {
  const at = '/v1/system/networking'
  const blocks = [{ first_address: '192.0.2.64', last_address: '192.0.2.127' }]
  const lot = await ask('POST', `${at}/address-lot`, {
    name: 'infra',
    description: '',
    kind: 'infra',
    blocks,
  })
  const place = { ...LOOPBACK, mask: 32, address_lot: 'infra', anycast: false, rack_id: rack }
  await ask('POST', `${at}/loopback-address`, place)
  const set = { name: 'announced', description: '', announcement: [] }
  const announceSet = await ask('PUT', `${at}/bgp-announce-set`, set)
  const config = { name: 'border', description: '', asn: 64_999, bgp_announce_set_id: 'announced' }
  const bgpConfig = await ask('POST', `${at}/bgp`, config)
  const portSettings = await ask('POST', `${at}/switch-port-settings`, {
    name: 'uplink',
    description: '',
    port_config: { geometry: 'qsfp28x1' },
    links: [{ link_name: 'phy0', autoneg: false, mtu: 1500, speed: 'speed100_g', lldp: { enabled: true } }],
    addresses: [],
  })
  const port = `/v1/system/hardware/switch-port/${PORT}/settings?rack_id=${rack}&switch_slot=switch0`
  await ask('POST', port, { port_settings: 'uplink' })
  return {
    portSettings: portSettings.body.id as string,
    addressLot: lot.body.lot.id as string,
    announceSet: announceSet.body.id as string,
    bgpConfig: bgpConfig.body.id as string,
  }
}
