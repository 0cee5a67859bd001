import type { AnyRoute, ErrorComponentProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isFinal } from '../api/errors.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const PanelFailed = lazyPart(() => import('./panel-failed.tsx'))

/** The error component of panels: the page below stays, unless the panel's resource can't be seen or is gone. */
function CaughtPanel({ error }: ErrorComponentProps) {
  if (isFinal(error) || !(error instanceof Error)) throw error
  return (
    <Suspense fallback={null}>
      <PanelFailed error={error} />
    </Suspense>
  )
}

/** Lets a failed panel keep the page below, for all panels below a route. Returns the route. */
export function catchPanels<Route extends AnyRoute>(route: Route): Route {
  if (route.options.staticData?.panel) route.update({ errorComponent: CaughtPanel })
  for (const child of (route.children ?? []) as AnyRoute[]) catchPanels(child)
  return route
}
