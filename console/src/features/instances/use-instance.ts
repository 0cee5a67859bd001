import { instanceView } from '@granary/contract/generated/client.ts'
import type { CallOutput } from '@granary/contract/call.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.ts'

export type Instance = CallOutput<'instanceView'>
/** Which instance a page is about, by name. */
export type InstancePath = { project: string; instance: string }

/** The project and the instance in the address of the page. */
export const useInstancePath = (): InstancePath => useParams({ strict: false }) as InstancePath

/** The instance that the page is about; loaded before the page. */
export function useInstance(): Instance {
  const { project, instance } = useInstancePath()
  return useSuspenseQuery(apiQuery(instanceView, { path: { instance }, query: { project } })).data
}
