import {
  getRouteApi,
  type RegisteredRouter,
  type RouteById,
  type RouteIds,
  useMatches,
} from '@tanstack/react-router'

type Tree = RegisteredRouter['routeTree']
type TypesOf<Id extends RouteIds<Tree>> = RouteById<Tree, Id>['types']
type MatchOf<Id extends RouteIds<Tree>> = {
  params: TypesOf<Id>['allParams']
  search: TypesOf<Id>['fullSearchSchema']
}

const projectRoute = getRouteApi('/authenticated/projects/$project')

/** Returns the name or id of the project in the URL. Only for pages inside a project. */
export const useProject = (): string => projectRoute.useParams().project

/**
 * Returns the path parameters and the query of a screen with several routes, from the current route. A screen with a
 * single route uses `getRouteApi`.
 * @throws Error when none of the routes is current.
 */
export function useMatchOf<const Id extends RouteIds<Tree>>(ids: readonly Id[]): MatchOf<Id> {
  const match = useMatches().findLast(({ routeId }) => ids.includes(routeId as Id))
  if (!match) throw new Error(`None of these routes is shown: ${ids.join(', ')}`)
  return match as MatchOf<Id>
}
