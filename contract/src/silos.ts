import { z } from 'zod'
import { FleetRole } from './policies.ts'
import { family, get } from './operation.ts'
import { ByteCount, identity, NameOrIdSortMode, pageOf, paginated } from './scalars.ts'

export const SiloIdentityMode = z
  .enum(['saml_jit', 'saml_scim', 'local_only'])
  .meta({ id: 'SiloIdentityMode' })

export const Silo = z
  .object({
    ...identity,
    identityMode: SiloIdentityMode,
    discoverable: z.boolean(),
    adminGroupName: z.string().nullable(),
    mappedFleetRoles: z.record(z.string(), z.array(FleetRole)),
  })
  .meta({ id: 'Silo' })

const VirtualResourceCounts = z
  .object({ cpus: z.int(), memory: ByteCount, storage: ByteCount })
  .meta({ id: 'VirtualResourceCounts' })

export const Utilization = z
  .object({ capacity: VirtualResourceCounts, provisioned: VirtualResourceCounts })
  .meta({ id: 'Utilization' })

export const silos = family('silos', {
  siloList: get('/v1/system/silos', {
    summary: 'List silos',
    query: paginated(NameOrIdSortMode),
    response: pageOf(Silo).meta({ id: 'SiloResultsPage' }),
  }),
  siloView: get('/v1/system/silos/{silo}', { summary: 'Fetch silo', response: Silo }),
  utilizationView: get('/v1/utilization', {
    summary: "Fetch what the caller's silo may use and does use",
    response: Utilization,
  }),
})
