import type { CallOutput } from '@granary/contract/call.ts'
import { instanceView } from '@granary/contract/generated/client.ts'
import { isUuid } from '@granary/domain/names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { namedQuery } from '../../api/queries.ts'
import { showAhead } from '../../api/show-ahead.ts'
import { useView } from '../../api/use-view.ts'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'

const route = getRouteApi('/authenticated/projects/$project/instances/$instance')

export type Instance = CallOutput<'instanceView'>
/** The project and instance of a page, by name. */
export type InstancePath = { project: string; instance: string }

/** Returns the project and the instance from the address of the page. */
export const useInstancePath = (): InstancePath => route.useParams()

/** Returns the query of an instance by its address. Still finds an instance that was shown there and renamed since. */
export const instanceQuery = ({ project, instance }: InstancePath) =>
  namedQuery(instanceView, { path: { instance }, query: { project } }, (id) => ({ path: { instance: id } }))

/** Returns the instance of the page. The route has loaded it. */
export const useInstance = (): Instance => useView(instanceQuery(useInstancePath()))

/** Navigates to the new address when the instance of the page is renamed, here or elsewhere. */
export function useFollowName(): void {
  const instance = useInstance()
  const { project, instance: shown } = useInstancePath()
  const navigate = useNavigateHere()
  const queryClient = useQueryClient()
  const isElsewhere = !isUuid(shown) && shown !== instance.name
  useEffect(() => {
    if (!isElsewhere) return
    // The cache has the instance already, so the page stays while the address changes.
    showAhead(queryClient, instanceQuery({ project, instance: instance.name }), instance)
    const params = (now: object) => ({ ...now, instance: instance.name })
    navigate({ params, search: true, replace: true })
  }, [isElsewhere, project, instance, navigate, queryClient])
}
