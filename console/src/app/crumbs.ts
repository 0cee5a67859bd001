import { type AnyRouteMatch, useMatches } from '@tanstack/react-router'
import { createStore } from '../ui/store.ts'
import { fillPath } from './paths.ts'

type Params = Record<string, string>

/** The data that a route gives to the frame around it. */
export type Crumb = {
  label: string | ((params: Params) => string)
  /** Path of the crumb's link: straight to a page, never through a redirect. Default: the route's own. */
  to?: string
  /** For panels: in the title of the document, but not among the breadcrumbs, because the page below stays. */
  titleOnly?: boolean
}

/** The sidebar of a page. */
export type Area = 'silo' | 'project' | 'settings' | 'system'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** One crumb of the page, or several. */
    crumb?: Crumb | readonly Crumb[]
    area?: Area
    /** A panel over another page: opening it moves neither the scroll position nor the focus of that page. */
    panel?: boolean
  }
}

export type ShownCrumb = { label: string; path: string; titleOnly: boolean }

export const PRODUCT = 'Granary Console'

/** The title of the document while a message replaces the page; null otherwise. */
export const messageTitle = createStore<string | null>(null)

/** Returns the crumbs of the matched routes, outermost first. */
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

/** Returns the title of the document: the crumbs from the innermost, then the product. */
export const titleOf = (crumbs: readonly ShownCrumb[]): string =>
  [...crumbs.map((crumb) => crumb.label).toReversed(), PRODUCT].join(' / ')

/** Returns the pages above this one, outermost first: every breadcrumb except the last (specification 1.5, "Go up"). */
export const placesAbove = (crumbs: readonly ShownCrumb[]): ShownCrumb[] =>
  crumbs.filter(({ titleOnly }) => !titleOnly).slice(0, -1)

/** Returns the crumbs of the current page. */
export const useCrumbs = (): ShownCrumb[] => useMatches({ select: crumbsOf, structuralSharing: true })
