import { row, type Rows } from './rows.ts'

/** Networks, interfaces and addresses. */
export const networkingRows = {
  ipPoolList: row('signedIn'),
  ipPoolView: row('linkedPool', ({ of }) => ({ path: { pool: of('pool') } })),
  siloIpPoolList: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  vpcDelete: { rule: 'projectNetwork' },
  vpcSubnetDelete: { rule: 'projectNetwork' },
  instanceNetworkInterfaceCreate: {
    body: { name: 'net0', description: '', vpc_name: 'default', subnet_name: 'default' },
  },
  floatingIpAttach: { bodyOf: ({ idOf }) => ({ kind: 'instance', parent: idOf('instance') }) },
} satisfies Rows
