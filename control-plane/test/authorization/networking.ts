import { row, instance, inProject, one, type Row, type Rows } from './rows.ts'

const inVpc = (rule: Row['rule']) =>
  row(rule, ({ of, inProject: query }) => ({ query: { vpc: of('vpc'), ...query } }))

/** Networks, interfaces and addresses. */
export const networkingRows = {
  ipPoolList: row('signedIn'),
  ipPoolView: row('linkedPool', ({ of }) => ({ path: { pool: of('pool') } })),
  siloIpPoolList: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  instanceExternalIpList: instance('projectRead'),
  instanceNetworkInterfaceList: row('projectRead', ({ of, inProject: query }) => ({
    query: { instance: of('instance'), ...query },
  })),
  instanceNetworkInterfaceView: row('projectRead', ({ of, inInstance: query }) => ({
    path: { interface: of('interface') },
    query,
  })),
  vpcList: inProject('projectRead'),
  vpcView: one('projectRead', 'vpc'),
  vpcDelete: one('projectNetwork', 'vpc'),
  vpcSubnetList: inVpc('projectRead'),
  vpcSubnetView: row('projectRead', ({ of, inVpc: query }) => ({ path: { subnet: of('subnet') }, query })),
  vpcSubnetDelete: row('projectNetwork', ({ of, inVpc: query }) => ({
    path: { subnet: of('subnet') },
    query,
  })),
  vpcRouterList: inVpc('projectRead'),
  vpcRouterRouteList: row('projectRead', ({ of, inVpc: query }) => ({
    query: { router: of('router'), ...query },
  })),
  internetGatewayList: inVpc('projectRead'),
  vpcFirewallRulesView: inVpc('projectRead'),
  instanceNetworkInterfaceCreate: row('projectWork', ({ of, inProject: query }) => ({
    query: { instance: of('instance'), ...query },
    body: { name: 'net0', description: '', vpc_name: 'default', subnet_name: 'default' },
  })),
  instanceNetworkInterfaceUpdate: row('projectWork', ({ of, inInstance: query }) => ({
    path: { interface: of('interface') },
    query,
    body: {},
  })),
  instanceNetworkInterfaceDelete: row('projectWork', ({ of, inInstance: query }) => ({
    path: { interface: of('interface') },
    query,
  })),
  instanceEphemeralIpAttach: instance('projectWork', { pool_selector: { type: 'auto' } }),
  instanceEphemeralIpDetach: instance('projectWork'),
  floatingIpCreate: inProject('projectWork', {
    name: 'front',
    description: '',
    address_allocator: { type: 'explicit', ip: '192.0.2.1' },
  }),
  floatingIpUpdate: one('projectWork', 'floatingIp', 'floatingIp', {}),
  floatingIpDelete: one('projectWork', 'floatingIp'),
  floatingIpAttach: row('projectWork', ({ of, idOf, inProject: query }) => ({
    path: { floatingIp: of('floatingIp') },
    query,
    body: { kind: 'instance', parent: idOf('instance') },
  })),
  floatingIpDetach: one('projectWork', 'floatingIp'),
  floatingIpList: inProject('projectRead'),
  floatingIpView: one('projectRead', 'floatingIp'),
} satisfies Rows
