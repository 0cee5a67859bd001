import { z } from 'zod'
import { family, get } from './operation.ts'
import { identity, inProject, NameOrId, NameOrIdSortMode, pageOf, paginated, Uuid } from './scalars.ts'

export const FloatingIp = z
  .object({ ...identity, projectId: Uuid, ip: z.string(), ipPoolId: Uuid, instanceId: Uuid.nullable() })
  .meta({ id: 'FloatingIp' })

export const floatingIps = family('floating-ips', {
  floatingIpList: get('/v1/floating-ips', {
    summary: 'List floating IPs',
    query: { project: NameOrId, ...paginated(NameOrIdSortMode) },
    response: pageOf(FloatingIp).meta({ id: 'FloatingIpResultsPage' }),
  }),
  floatingIpView: get('/v1/floating-ips/{floatingIp}', {
    summary: 'Fetch floating IP',
    query: inProject,
    response: FloatingIp,
  }),
})
