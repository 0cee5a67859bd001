import { LOOPBACK } from '../rack-network.ts'
import { row, type Row, type Rows } from './rows.ts'

const route = { destination: { type: 'ip_net', value: '0.0.0.0/0' }, target: { type: 'drop' } }

const ONE_ADDRESS = { first: '192.0.2.1', last: '192.0.2.1' }
const anyName = () => `p-${crypto.randomUUID().slice(0, 8)}`
const ofPool =
  (body?: unknown): Row['request'] =>
  ({ of }) => ({ path: { pool: of('pool') }, body })

const ofSubnetPool =
  (body?: unknown): Row['request'] =>
  ({ of }) => ({ path: { pool: of('subnetPool') }, body })

const ofGroup: Row['request'] = ({ of }) => ({ path: { multicastGroup: of('multicastGroup') } })

const ofLot: Row['request'] = ({ of }) => ({ path: { addressLot: of('addressLot') } })
const ofAnnounceSet: Row['request'] = ({ of }) => ({ path: { announceSet: of('announceSet') } })
const ofBgpConfig =
  (body?: unknown): Row['request'] =>
  ({ of }) => ({ query: { nameOrId: of('bgpConfig') }, body })
/** Its project is named with an ID too. */
const ofProbe: Row['request'] = ({ of }) => ({
  path: { probe: of('probe') },
  query: { project: of('project') },
})

/** Networks, interfaces and addresses. */
export const networkingRows = {
  ipPoolList: row('signedIn'),
  ipPoolView: row('linkedPool', ({ of }) => ({ path: { pool: of('pool') } })),
  siloIpPoolList: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  systemIpPoolList: row('fleetRead'),
  systemIpPoolCreate: row('fleetAdmin', () => ({ body: { name: anyName(), description: '' } })),
  systemIpPoolView: row('fleetRead', ofPool()),
  systemIpPoolUpdate: row('fleetAdmin', ofPool({})),
  systemIpPoolDelete: row('fleetAdmin', ofPool()),
  systemIpPoolAssign: row('fleetAdmin', ofPool({ assignment: 'silos' })),
  systemIpPoolUtilizationView: row('fleetRead', ofPool()),
  systemIpPoolRangeList: row('fleetRead', ofPool()),
  systemIpPoolRangeAdd: row('fleetAdmin', ofPool(ONE_ADDRESS)),
  systemIpPoolRangeRemove: row('fleetAdmin', ofPool(ONE_ADDRESS)),
  systemIpPoolSiloList: row('fleetRead', ofPool()),
  systemIpPoolSiloLink: row('fleetAdmin', ({ of }) => ({
    path: { pool: of('pool') },
    body: { silo: of('silo'), is_default: false },
  })),
  systemIpPoolSiloUpdate: row('fleetAdmin', ({ of }) => ({
    path: { pool: of('pool'), silo: of('silo') },
    body: { is_default: true },
  })),
  systemIpPoolSiloUnlink: row('fleetAdmin', ({ of }) => ({ path: { pool: of('pool'), silo: of('silo') } })),
  subnetPoolList: row('signedIn'),
  subnetPoolView: row('linkedPool', ofSubnetPool()),
  siloSubnetPoolList: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  systemSubnetPoolList: row('fleetRead'),
  systemSubnetPoolCreate: row('fleetAdmin', () => ({
    body: { name: anyName(), description: '', ip_version: 'v4' },
  })),
  systemSubnetPoolView: row('fleetRead', ofSubnetPool()),
  systemSubnetPoolUpdate: row('fleetAdmin', ofSubnetPool({})),
  systemSubnetPoolDelete: row('fleetAdmin', ofSubnetPool()),
  systemSubnetPoolUtilizationView: row('fleetRead', ofSubnetPool()),
  systemSubnetPoolMemberList: row('fleetRead', ofSubnetPool()),
  systemSubnetPoolMemberAdd: row('fleetAdmin', ofSubnetPool({ subnet: '192.0.2.0/24' })),
  systemSubnetPoolMemberRemove: row('fleetAdmin', ofSubnetPool({ subnet: '192.0.2.0/24' })),
  systemSubnetPoolSiloList: row('fleetRead', ofSubnetPool()),
  systemSubnetPoolSiloLink: row('fleetAdmin', ({ of }) => ({
    path: { pool: of('subnetPool') },
    body: { silo: of('silo'), is_default: false },
  })),
  systemSubnetPoolSiloUpdate: row('fleetAdmin', ({ of }) => ({
    path: { pool: of('subnetPool'), silo: of('silo') },
    body: { is_default: true },
  })),
  systemSubnetPoolSiloUnlink: row('fleetAdmin', ({ of }) => ({
    path: { pool: of('subnetPool'), silo: of('silo') },
  })),
  multicastGroupList: row('signedIn'),
  multicastGroupView: row('linkedPool', ofGroup),
  multicastGroupMemberList: row('linkedPool', ofGroup),
  networkingAddressLotList: row('fleetRead'),
  networkingAddressLotCreate: row('fleetAdmin', () => ({
    body: {
      name: anyName(),
      description: '',
      kind: 'pool',
      blocks: [{ first_address: '192.0.2.9', last_address: '192.0.2.1' }],
    },
  })),
  networkingAddressLotView: row('fleetRead', ofLot),
  networkingAddressLotDelete: row('fleetAdmin', ofLot),
  networkingAddressLotBlockList: row('fleetRead', ofLot),
  networkingLoopbackAddressList: row('fleetRead'),
  networkingLoopbackAddressCreate: row('fleetAdmin', ({ of, idOf }) => ({
    body: { ...LOOPBACK, mask: 32, address_lot: of('addressLot'), anycast: false, rack_id: idOf('rack') },
  })),
  networkingLoopbackAddressDelete: row('fleetAdmin', ({ idOf }) => ({
    path: {
      rackId: idOf('rack'),
      switchSlot: LOOPBACK.switch_slot,
      address: LOOPBACK.address,
      subnetMask: '32',
    },
  })),
  networkingBgpStatus: row('fleetRead'),
  networkingBgpExported: row('fleetRead'),
  networkingBgpImported: row('fleetRead', () => ({ query: { asn: '64999' } })),
  networkingBgpMessageHistory: row('fleetRead', () => ({ query: { asn: '64999' } })),
  networkingBgpConfigList: row('fleetRead'),
  networkingBgpConfigCreate: row('fleetAdmin', ({ of }) => ({
    body: { name: anyName(), description: '', asn: 65_000, bgp_announce_set_id: of('announceSet') },
  })),
  networkingBgpConfigUpdate: row('fleetAdmin', ofBgpConfig({})),
  networkingBgpConfigDelete: row('fleetAdmin', ofBgpConfig()),
  networkingBgpAnnounceSetList: row('fleetRead'),
  networkingBgpAnnounceSetUpdate: row('fleetAdmin', () => ({
    body: { name: 'announced', description: '', announcement: [] },
  })),
  networkingBgpAnnounceSetDelete: row('fleetAdmin', ofAnnounceSet),
  networkingBgpAnnouncementList: row('fleetRead', ofAnnounceSet),
  externalSubnetCreate: {
    body: { name: 'never', description: '', allocator: { type: 'explicit', subnet: '192.0.2.0/28' } },
  },
  externalSubnetAttach: { bodyOf: ({ idOf }) => ({ instance: idOf('instance') }) },
  vpcCreate: { rule: 'projectNetwork' },
  vpcUpdate: { rule: 'projectNetwork' },
  vpcDelete: { rule: 'projectNetwork' },
  vpcExplain: { rule: 'projectRead', body: { from: 'internet', to: 'internet', port: 22 } },
  vpcSubnetCreate: {
    rule: 'projectNetwork',
    body: { name: 'web', description: '', ipv4_block: '172.30.4.0/24' },
  },
  vpcSubnetUpdate: { rule: 'projectNetwork' },
  vpcSubnetDelete: { rule: 'projectNetwork' },
  vpcRouterCreate: { rule: 'projectNetwork' },
  vpcRouterUpdate: { rule: 'projectNetwork' },
  vpcRouterDelete: { rule: 'projectNetwork' },
  vpcRouterRouteCreate: { rule: 'projectNetwork', body: { name: 'out', description: '', ...route } },
  vpcRouterRouteUpdate: { rule: 'projectNetwork', body: route },
  vpcRouterRouteDelete: { rule: 'projectNetwork' },
  vpcFirewallRulesUpdate: { rule: 'projectNetwork' },
  internetGatewayCreate: { rule: 'projectNetwork' },
  internetGatewayDelete: { rule: 'projectNetwork' },
  internetGatewayIpPoolCreate: {
    rule: 'projectNetwork',
    bodyOf: ({ of }) => ({ name: 'sample', description: '', ip_pool: of('pool') }),
  },
  internetGatewayIpPoolDelete: row('projectNetwork', ({ of, parentsOf }) => ({
    path: { pool: of('gatewayPool') },
    // Its parents are those of the other attachment.
    query: parentsOf('address'),
  })),
  internetGatewayIpAddressCreate: {
    rule: 'projectNetwork',
    body: { name: 'sample', description: '', address: '203.0.113.10' },
  },
  internetGatewayIpAddressDelete: { rule: 'projectNetwork' },
  instanceNetworkInterfaceCreate: {
    body: { name: 'net0', description: '', vpc_name: 'default', subnet_name: 'default' },
  },
  probeCreate: {
    bodyOf: ({ idOf }) => ({
      name: 'never',
      description: '',
      sled: idOf('sled'),
      pool_selector: { type: 'auto', ip_version: 'v4' },
    }),
  },
  probeView: row('projectRead', ofProbe),
  probeDelete: row('projectWork', ofProbe),
  floatingIpAttach: { bodyOf: ({ idOf }) => ({ kind: 'instance', parent: idOf('instance') }) },
} satisfies Rows
