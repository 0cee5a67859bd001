import {
  currentUserSshKeyList,
  diskList,
  floatingIpList,
  imageList,
  ipPoolList,
  snapshotList,
  utilizationView,
  vpcList,
} from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { allQuery, apiQuery } from '../../../api/queries.ts'

/**
 * Starts the reads of the form's pickers while its code loads. The pickers show what fails, so nothing waits for them.
 */
export function readChoicesAhead(client: QueryClient, project: string): void {
  const query = { project }
  void client.prefetchQuery(allQuery(imageList, { query }))
  void client.prefetchQuery(allQuery(imageList, {}))
  void client.prefetchQuery(allQuery(snapshotList, { query }))
  void client.prefetchQuery(allQuery(diskList, { query }))
  void client.prefetchQuery(allQuery(currentUserSshKeyList, {}))
  void client.prefetchQuery(allQuery(vpcList, { query }))
  void client.prefetchQuery(allQuery(ipPoolList, {}))
  void client.prefetchQuery(allQuery(floatingIpList, { query }))
  void client.prefetchQuery(apiQuery(utilizationView, {}))
}
