import type { CallOutput } from '@granary/contract/call.ts'
import { instanceView } from '@granary/contract/generated/client.ts'
import { isUuid } from '@granary/domain/names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { namedQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'

const route = getRouteApi('/authenticated/projects/$project/instances/$instance')

export type Instance = CallOutput<'instanceView'>
/** Which instance a page is about, by name. */
export type InstancePath = { project: string; instance: string }

/** The project and the instance in the address of the page. */
export const useInstancePath = (): InstancePath => route.useParams()

/** The instance of an address. One that was shown there and has been given another name since is still found. */
export const instanceQuery = ({ project, instance }: InstancePath) =>
  namedQuery(instanceView, { path: { instance }, query: { project } }, (id) => ({ path: { instance: id } }))

/** The instance that the page is about; loaded before the page. */
export const useInstance = (): Instance => useView(instanceQuery(useInstancePath()))

/** Follows the instance of the page to its address when it was given another name, here or elsewhere. */
export function useFollowName(): void {
  const instance = useInstance()
  const { project, instance: shown } = useInstancePath()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isElsewhere = !isUuid(shown) && shown !== instance.name
  useEffect(() => {
    if (!isElsewhere) return
    // It is known already, so the page does not go away while it moves.
    queryClient.setQueryData(instanceQuery({ project, instance: instance.name }).queryKey, instance)
    const params = (now: object) => ({ ...now, instance: instance.name })
    void navigate({ to: '.', params: params as never, search: true, replace: true })
  }, [isElsewhere, project, instance, navigate, queryClient])
}
