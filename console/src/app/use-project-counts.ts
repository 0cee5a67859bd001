import type { CallOutput } from '@granary/contract/call.ts'
import { projectCounts } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useExtensions } from '../api/extensions.ts'
import { optionalQuery } from '../api/queries.ts'
import type { Total } from './kit/lists/use-page.ts'
import { useIsIdle } from './use-is-idle.ts'

export type ProjectCounts = CallOutput<'projectCounts'>

/**
 * Returns how much a project has of each kind and in each state, which pushed changes keep fresh. Reads it only once the
 * browser is idle, so that a page's own rows come first. Undefined on a server without extensions.
 */
export function useProjectCounts(project: string | undefined): ProjectCounts | undefined {
  const extensions = useExtensions()
  const isIdle = useIsIdle()
  const query = optionalQuery(extensions, projectCounts, { path: { project: project ?? '' } })
  return useQuery({ ...query, ...(!(isIdle && project) && { enabled: false }) }).data
}

/** Kinds that the sidebar of a project counts. */
export type CountedKind =
  | 'instances'
  | 'disks'
  | 'snapshots'
  | 'images'
  | 'vpcs'
  | 'floatingIps'
  | 'externalSubnets'
  | 'affinity'

/** Returns the total of a kind. Groups of both policies are one entry of the sidebar. */
export function countOf(counts: ProjectCounts | undefined, kind: CountedKind | undefined): Total | undefined {
  if (!counts || !kind) return undefined
  if (kind !== 'affinity') return counts[kind]
  const { affinityGroups: near, antiAffinityGroups: apart } = counts
  return { count: near.count + apart.count, isCapped: near.isCapped || apart.isCapped }
}
