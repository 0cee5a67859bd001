import {
  currentUserSshKeyList,
  diskList,
  floatingIpList,
  imageList,
  instanceList,
  ipPoolList,
  projectView,
  snapshotList,
  utilizationView,
  vpcList,
  vpcSubnetList,
} from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { allQuery, apiQuery } from '../../../api/queries.ts'

/**
 * Checks that a project exists. Asks the server only if no list of its instances has been read: the form would wait for the answer.
 * @throws ApiError when it doesn't exist, or can't be read.
 */
export async function requireProject(client: QueryClient, project: string): Promise<void> {
  const lists = client.getQueriesData({ queryKey: [instanceList.id, { query: { project } }] })
  if (lists.some(([, list]) => list !== undefined)) return
  await client.ensureQueryData(apiQuery(projectView, { path: { project } }))
}

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
  void client.prefetchQuery(allQuery(ipPoolList, {}))
  void client.prefetchQuery(allQuery(floatingIpList, { query }))
  void client.prefetchQuery(apiQuery(utilizationView, {}))
  void readNetworkAhead(client, project)
}

/** Whether there is a default subnet decides which network interface the form offers. */
async function readNetworkAhead(client: QueryClient, project: string): Promise<void> {
  const vpcs = allQuery(vpcList, { query: { project } })
  await client.prefetchQuery(vpcs)
  if (!client.getQueryData(vpcs.queryKey)?.some(({ name }) => name === 'default')) return
  await client.prefetchQuery(allQuery(vpcSubnetList, { query: { project, vpc: 'default' } }))
}
