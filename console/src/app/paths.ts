import type { RegisteredRouter, ResolveParams, RouteById, RouteIds } from '@tanstack/react-router'

type Tree = RegisteredRouter['routeTree']
/**
 * The path of a page as the router knows it, such as `/projects/$project/disks`. The routes are the only list of them.
 */
export type Path = Exclude<RouteById<Tree, RouteIds<Tree>>['fullPath'], `${string}/`> | '/'
/** The parameters of a path. */
export type ParamsOf<To extends string> = ResolveParams<To>

/**
 * Returns the URL of a page, for APIs that take a string: menu entries, toast links, quick actions. An unknown path
 * doesn't compile. Components use `<Link to params>`.
 */
export const pathTo = <const To extends Path>(
  to: To,
  ...[params]: keyof ParamsOf<To> extends never ? [] : [params: ParamsOf<To>]
): string => fillPath(to, params ?? {})

/** Fills the parameters of a route path. */
export const fillPath = (path: string, params: Record<string, string | undefined>): string =>
  path
    .replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace(/(.)\/$/, '$1')

/** Lets a link of the router take a URL of {@link pathTo}; by default links take routes only. */
export const linkTo = (address: string) => ({ to: address as '/' })
