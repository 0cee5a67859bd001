import { row, type Rows } from './rows.ts'

const route = { destination: { type: 'ip_net', value: '0.0.0.0/0' }, target: { type: 'drop' } }

/** Networks, interfaces and addresses. */
export const networkingRows = {
  ipPoolList: row('signedIn'),
  ipPoolView: row('linkedPool', ({ of }) => ({ path: { pool: of('pool') } })),
  siloIpPoolList: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  vpcCreate: { rule: 'projectNetwork' },
  vpcUpdate: { rule: 'projectNetwork' },
  vpcDelete: { rule: 'projectNetwork' },
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
  floatingIpAttach: { bodyOf: ({ idOf }) => ({ kind: 'instance', parent: idOf('instance') }) },
} satisfies Rows
