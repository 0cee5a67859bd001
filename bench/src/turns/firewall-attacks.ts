import { ask } from '../ask.ts'
import type { BenchServer } from '../running-server.ts'
import { stoppedInstance } from '../stopped-instance.ts'
import type { WatchedRequest } from './measure.ts'
import { get, many } from './requests.ts'

const RULES = 1_024
/** Hosts of a rule, with which the rules of a VPC have nearly as many bytes as a body may have. */
const HOSTS = 14
/** VPCs with such rules and a machine, which lists of issues look at. */
const VPCS = 4

/** Returns changes of the largest firewall, and what reads several of them. */
export async function ofRules(server: BenchServer, project: string): Promise<WatchedRequest[]> {
  for (let n = 0; n < VPCS; n++) await addVpc(server, project, `large-${n}`)
  const put = (name: string, list: object[]): WatchedRequest => ({
    name: `${RULES} firewall rules, ${name}`,
    method: 'PUT',
    path: rulesOf(project, 'default'),
    body: JSON.stringify({ rules: list }),
  })
  return [
    put('created', rules('a', 1)),
    put('changed', rules('a', 2)),
    put('replaced', rules('b', 1)),
    get(`${RULES} firewall rules, read`, rulesOf(project, 'default')),
    get(`issues of ${VPCS} large firewalls`, '/experimental/v1/issues'),
    get('issues of silos', '/experimental/v1/system/issues'),
    get('the plan to delete a project', `/experimental/v1/projects/${project}/deletion-plan`),
    put('removed', []),
  ]
}

const rulesOf = (project: string, vpc: string) => `/v1/vpc-firewall-rules?project=${project}&vpc=${vpc}`

const rules = (letter: string, priority: number) =>
  many(RULES, (n) => ({
    name: `${letter}-${n}`,
    description: '',
    action: 'allow',
    direction: 'inbound',
    status: 'enabled',
    priority,
    targets: [{ type: 'ip', value: `192.0.2.${n % 256}` }],
    filters: {
      hosts: many(HOSTS, (h) => ({ type: 'ip_net', value: `10.${n % 256}.${h}.0/24` })),
      ports: [String(n + 1)],
      protocols: [{ type: 'tcp' }],
    },
  }))

async function addVpc(server: BenchServer, project: string, name: string): Promise<void> {
  await ask(server, 'POST', `/v1/vpcs?project=${project}`, { name, description: '', dns_name: name })
  await ask(server, 'PUT', rulesOf(project, name), { rules: rules('a', 1) })
  const nic = { name: 'nic', description: '', vpc_name: name, subnet_name: 'default' }
  await ask(server, 'POST', `/v1/instances?project=${project}`, {
    ...stoppedInstance(name),
    network_interfaces: { type: 'create', params: [nic] },
  })
}
