import { instanceList, projectView } from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries.ts'

/**
 * Checks that a project exists. Asks the server only if no list of its instances has been read: the form would wait for the answer.
 * @throws ApiError when it doesn't exist, or can't be read.
 */
export async function requireProject(client: QueryClient, project: string): Promise<void> {
  const lists = client.getQueriesData({ queryKey: [instanceList.id, { query: { project } }] })
  if (lists.some(([, list]) => list !== undefined)) return
  await client.ensureQueryData(apiQuery(projectView, { path: { project } }))
}
