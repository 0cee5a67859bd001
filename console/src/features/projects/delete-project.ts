import {
  antiAffinityGroupList,
  projectDelete,
  vpcDelete,
  vpcList,
  vpcSubnetDelete,
  vpcSubnetList,
} from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ALL } from '../../api/queries.ts'
import { ApiError } from '../../api/errors.ts'
import { request } from '../../api/request.ts'
import { operate } from '../../api/operate.ts'

/**
 * Deletes a project. The server wants its VPCs gone first, and looks for them after everything that holds data; so they
 * are deleted here only when they are all that stands in the way.
 * @throws ApiError saying what the project still contains.
 */
export async function deleteProject(client: QueryClient, project: string): Promise<void> {
  try {
    await operate(client, projectDelete, { path: { project } }, { waits: true })
  } catch (error) {
    if (!(error instanceof ApiError) || !/contains a vpc:/.test(error.serverMessage ?? '')) throw error
    const groups = await request(antiAffinityGroupList, { query: { project, limit: 1 } })
    const [group] = groups.items
    if (group)
      throw new Error(`Project to be deleted contains an anti affinity group: ${group.name}`, {
        cause: error,
      })
    await deleteNetworks(client, project)
    await operate(client, projectDelete, { path: { project } }, { waits: true })
  }
}

async function deleteNetworks(client: QueryClient, project: string): Promise<void> {
  const vpcs = await request(vpcList, { query: { project, limit: ALL } })
  for (const vpc of vpcs.items) {
    const subnets = await request(vpcSubnetList, { query: { vpc: vpc.id, limit: ALL } })
    for (const subnet of subnets.items)
      await operate(client, vpcSubnetDelete, { path: { subnet: subnet.id } })
    await operate(client, vpcDelete, { path: { vpc: vpc.id } })
  }
}
