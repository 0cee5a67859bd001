import {
  getRouteApi,
  type RegisteredRouter,
  type RouteById,
  type RouteIds,
  useMatch,
  useMatches,
  useParams,
  useSearch,
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
 * The route of the component that asks, whichever it is. Only this file may ask so: the frame, the permissions and the lists are
 * rendered by many routes. A screen names its routes, so that the compiler knows their parameters.
 */
const ANY = { strict: false } as const

/** Returns the name or id of the project in the URL, or undefined on a page without one. */
export const useCurrentProject = (): string | undefined => useParams({ ...ANY, shouldThrow: false })?.project

/** Returns the query of the page: the parameters of any route, each of which may be missing. */
export const useCurrentSearch = () => useSearch(ANY)

/** Returns the route that renders the component and the part of the address that it matches; undefined if none does. */
export function useCurrentRoute(): { routeId: string | undefined; pathname: string | undefined } {
  const own = { ...ANY, shouldThrow: false } as const
  return {
    routeId: useMatch({ ...own, select: (match) => match.routeId }),
    pathname: useMatch({ ...own, select: (match) => match.pathname }),
  }
}

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
