import { ask } from './ask.ts'
import type { BenchServer } from './running-server.ts'

export const INSTANCES = 200
export const RULES = 200
const PROJECT = 'large'

/**
 * Creates stopped instances with an interface each, and firewall rules with targets and hosts.
 * @returns paths of the console: the map of the VPC, its rules, and those of a VPC as it was created.
 */
export async function fillLargeNetwork(
  server: BenchServer,
): Promise<{ map: string; manyRules: string; fewRules: string }> {
  for (const name of [PROJECT, 'small']) await ask(server, 'POST', '/v1/projects', { name, description: '' })
  for (let n = 0; n < INSTANCES; n++)
    await ask(server, 'POST', `/v1/instances?project=${PROJECT}`, {
      name: `vm-${n}`,
      description: '',
      hostname: `vm-${n}`,
      ncpus: 1,
      memory: 2 ** 30,
      start: false,
    })
  const rules = Array.from({ length: RULES }, (_, n) => ({
    name: `rule-${n}`,
    description: '',
    action: 'allow',
    direction: 'inbound',
    status: 'enabled',
    priority: n,
    targets: [{ type: 'instance', value: `vm-${n}` }],
    filters: {
      hosts: [{ type: 'ip_net', value: `192.168.${n}.0/24` }],
      ports: ['22', `${1000 + n}`],
      protocols: [{ type: 'tcp' }],
    },
  }))
  await ask(server, 'PUT', `/v1/vpc-firewall-rules?project=${PROJECT}&vpc=default`, { rules })
  const vpc = (project: string) => `/projects/${project}/vpcs/default`
  return {
    map: `${vpc(PROJECT)}/map`,
    manyRules: `${vpc(PROJECT)}/firewall-rules`,
    fewRules: `${vpc('small')}/firewall-rules`,
  }
}
