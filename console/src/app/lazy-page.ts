import { lazyRouteComponent, type RegisteredRouter } from '@tanstack/react-router'
import { announceOutage, patiently } from '../ui/patient-import.ts'

/**
 * The component of a route, in a chunk of its own. Without a connection the page before stays until the code has come. The router
 * itself would reload the page, which ends on the error page of the browser.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as in the router's own types
export const lazyPage = <Module extends Record<string, any>, Name extends keyof Module = 'default'>(
  load: () => Promise<Module>,
  name?: Name,
) => lazyRouteComponent<Module, Name>(patiently(load), name)

/** Tells the user when a page that they go to waits for the server. Call it once. */
export function announceOutages(router: Pick<RegisteredRouter, 'subscribe'>): void {
  let end: (() => void) | undefined = announceOutage()
  const over = () => {
    end?.()
    end = undefined
  }
  router.subscribe('onBeforeNavigate', () => (end ??= announceOutage()))
  router.subscribe('onResolved', over)
}
