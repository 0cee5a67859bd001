import type { Extensions } from '@granary/contract/call.ts'
import { projectDeleteWithContents, projectDeletionPlan } from '@granary/contract/generated/client.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import type { QueryClient } from '@tanstack/react-query'
import { operate } from '../../api/operate.ts'
import { apiQuery } from '../../api/queries.ts'
import type { Deletion } from '../../app/delete-everything/deleting.ts'
import { pathTo } from '../../app/paths.ts'

/** The pages that list the resources of a kind, where there is one. */
const PAGES: Partial<Record<Kind, (project: string) => string>> = {
  instance: (project) => pathTo('/projects/$project/instances', { project }),
  disk: (project) => pathTo('/projects/$project/disks', { project }),
  snapshot: (project) => pathTo('/projects/$project/snapshots', { project }),
  'project-image': (project) => pathTo('/projects/$project/images', { project }),
  vpc: (project) => pathTo('/projects/$project/vpcs', { project }),
  'floating-ip': (project) => pathTo('/projects/$project/floating-ips', { project }),
  'external-subnet': (project) => pathTo('/projects/$project/external-subnets', { project }),
  'affinity-group': (project) => pathTo('/projects/$project/affinity', { project }),
  'anti-affinity-group': (project) => pathTo('/projects/$project/affinity', { project }),
}

/** The deletion of a project with everything in it. */
export function projectDeletion(
  client: QueryClient,
  extensions: Extensions,
  { id, name }: { id: string; name: string },
): Deletion {
  const path = { project: id }
  return {
    extensions,
    place: 'project',
    name,
    plan: apiQuery(extensions.call(projectDeletionPlan), { path }) as Deletion['plan'],
    start: (typed) =>
      operate(client, extensions.call(projectDeleteWithContents), { path, body: { name: typed } }),
    pageOf: (kind) => PAGES[kind]?.(name),
  }
}
