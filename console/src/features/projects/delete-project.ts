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
 * Deletes a project. The server refuses while the project has VPCs, but reports them only after everything that holds
 * data. So this deletes the VPCs only if nothing else blocks the deletion.
 * @throws ApiError naming a resource that the project still contains.
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
