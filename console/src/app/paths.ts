import type { RegisteredRouter, ResolveParams, RouteById, RouteIds } from '@tanstack/react-router'

type Tree = RegisteredRouter['routeTree']
/** The path of a page as the router knows it, such as `/projects/$project/disks`. The routes are the only list of them. */
export type Path = Exclude<RouteById<Tree, RouteIds<Tree>>['fullPath'], `${string}/`> | '/'
type ParamsOf<To extends string> = ResolveParams<To>

/**
 * Returns the address of a page, for places that take a string: entries of menus, links in toasts, quick actions. A path
 * that no route has does not compile. Components use `<Link to params>`.
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

/** Lets a link of the router lead to an address that {@link pathTo} has made; by themselves links take routes only. */
export const linkTo = (address: string) => ({ to: address as '/' })
