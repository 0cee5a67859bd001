import { ask } from './ask.ts'
import type { BenchServer } from './running-server.ts'

const PASSWORD = 'only-for-the-bench'

/**
 * Makes a silo with a quota, a user who may work in it, and a project.
 * @returns the server as that user sees it.
 */
export async function otherSilo(server: BenchServer, project: string): Promise<BenchServer> {
  await makeSilo(server, 'other', 'local_only')
  const user = await ask(server, 'POST', '/v1/system/identity-providers/local/users?silo=other', {
    external_id: 'lone',
    password: { mode: 'password', value: PASSWORD },
  })
  const role_assignments = [{ identity_type: 'silo_user', identity_id: user.id, role_name: 'collaborator' }]
  await ask(server, 'PUT', '/v1/system/silos/other/policy', { role_assignments })
  const response = await fetch(`${server.url}/v1/login/other/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'lone', password: PASSWORD }),
  })
  const other = { ...server, cookie: response.headers.get('set-cookie')!.split(';')[0]! }
  await ask(other, 'POST', '/v1/projects', { name: project, description: '' })
  return other
}

/** Makes a silo with a small quota. */
export const makeSilo = (server: BenchServer, name: string, identity_mode: 'local_only' | 'saml_scim') =>
  ask(server, 'POST', '/v1/system/silos', {
    name,
    description: '',
    discoverable: true,
    identity_mode,
    admin_group_name: null,
    quotas: { cpus: 10, memory: 2 ** 36, storage: 2 ** 40 },
    tls_certificates: [],
    mapped_fleet_roles: {},
  })
