import { accessList, projectAccessList, systemAccessList } from '@granary/contract/generated/client.ts'
import { extensionQuery } from '../../api/queries.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'

/** Only servers without extensions need it. */
const published = importWithRetry(() => import('./published.ts'))

/** The access list of the silo. */
export const siloAccess = extensionQuery(accessList, {}, async (client, signal) =>
  (await published()).publishedSiloAccess(client, signal),
)
/** The access list of the fleet. */
export const fleetAccess = extensionQuery(systemAccessList, {}, async (client, signal) =>
  (await published()).publishedFleetAccess(client, signal),
)
/** Returns the access list of a project. */
export const projectAccess = (project: string) =>
  extensionQuery(projectAccessList, { path: { project } }, async (client, signal) =>
    (await published()).publishedProjectAccess(client, project, signal),
  )
