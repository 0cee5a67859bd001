import type { AnyRouter } from '@tanstack/react-router'

/**
 * Which page is shown, whatever panel lies over it and whatever its query says: the innermost route with something to
 * show that is no panel, and its path.
 */
export function pageShown({ state: { matches }, routesById }: AnyRouter): string {
  const page = matches.findLast(
    ({ routeId, staticData }) => !staticData.panel && routesById[routeId].options.component,
  )
  return `${page?.routeId} ${page?.pathname}`
}

/** Whether a panel lies over the page. */
export const isPanelOpen = ({ state: { matches } }: AnyRouter): boolean =>
  matches.at(-1)?.staticData.panel === true
