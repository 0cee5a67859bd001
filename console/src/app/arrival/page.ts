import type { AnyRouter } from '@tanstack/react-router'

/**
 * Identifies the shown page, whatever its panel or query: the innermost route with a component that isn't a panel, and
 * its path.
 */
export function pageShown({ state: { matches }, routesById }: AnyRouter): string {
  const page = matches.findLast(
    ({ routeId, staticData }) => !staticData.panel && routesById[routeId].options.component,
  )
  return `${page?.routeId} ${page?.pathname}`
}

/** Whether a panel is open over the page. */
export const isPanelOpen = ({ state: { matches } }: AnyRouter): boolean =>
  matches.at(-1)?.staticData.panel === true
