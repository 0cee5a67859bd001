import type { CallOutput } from '@granary/contract/call.ts'
import { type AnyRouteMatch, useMatches } from '@tanstack/react-router'
import { createStore } from '../ui/store.ts'
import { fillPath } from './paths.ts'

type Params = Record<string, string>

/** What a route says of itself to the frame around it. */
export type Crumb = {
  label: string | ((params: Params) => string)
  /** The path of the route that it leads to: straight to a page, never through a redirect. The route's own without it. */
  to?: string
  /** For panels: in the title of the document, but not among the breadcrumbs, as the page under it stays. */
  titleOnly?: boolean
}

/** A place in a sidebar. Features add themselves: what has no route is in no sidebar. */
export type NavigationEntry = {
  area: Area
  label: string
  order: number
  /** For whom it is there; for everybody without it. */
  when?: (user: CallOutput<'currentUserView'>) => boolean
}

/** Which sidebar a page has. */
export type Area = 'silo' | 'project' | 'settings' | 'system'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** One part of the way to the page, or several. */
    crumb?: Crumb | readonly Crumb[]
    area?: Area
    navigation?: NavigationEntry
    /** A panel over another page: opening it moves neither the scroll position nor the focus of that page. */
    panel?: boolean
  }
}

export type ShownCrumb = { label: string; path: string; titleOnly: boolean }

export const PRODUCT = 'Granary Console'

/** The title of the document while a message takes the place of the page; null otherwise. */
export const messageTitle = createStore<string | null>(null)

/** The crumbs of the routes that are shown, outermost first. */
export function crumbsOf(
  matches: readonly Pick<AnyRouteMatch, 'staticData' | 'params' | 'pathname'>[],
): ShownCrumb[] {
  return matches.flatMap(({ staticData, params, pathname }) => {
    const given = params as Params
    return [staticData.crumb ?? []].flat().map((crumb: Crumb) => ({
      label: typeof crumb.label === 'string' ? crumb.label : crumb.label(given),
      path: crumb.to === undefined ? pathname : fillPath(crumb.to, given),
      titleOnly: crumb.titleOnly ?? false,
    }))
  })
}

/** The title of the document: the crumbs from the innermost on, then the product. */
export const titleOf = (crumbs: readonly ShownCrumb[]): string =>
  [...crumbs.map((crumb) => crumb.label).toReversed(), PRODUCT].join(' / ')

/** The places above the page, outermost first: every breadcrumb except the last (specification 1.5, "Go up"). */
export const placesAbove = (crumbs: readonly ShownCrumb[]): ShownCrumb[] =>
  crumbs.filter(({ titleOnly }) => !titleOnly).slice(0, -1)

/** The crumbs of the page that is shown. */
export const useCrumbs = (): ShownCrumb[] => useMatches({ select: crumbsOf, structuralSharing: true })
