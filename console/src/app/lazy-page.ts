import { lazyRouteComponent, type RegisteredRouter } from '@tanstack/react-router'
import { importWithRetry } from '../ui/import-with-retry.ts'
import { announceWait } from '../ui/waits.ts'

/**
 * The component of a route, in a chunk of its own. Without a connection the previous page stays until the chunk has
 * loaded. The router itself would reload, which ends on the browser's error page.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as in the router's own types
export const lazyPage = <Module extends Record<string, any>, Name extends keyof Module = 'default'>(
  load: () => Promise<Module>,
  name?: Name,
) => lazyRouteComponent<Module, Name>(importWithRetry(load), name)

/** Milliseconds of loading below which a navigation shows no bar. */
const BAR_DELAY = 20

/** Shows the user that the next page loads or waits for the server. Call it once. */
export function announceNavigations(router: Pick<RegisteredRouter, 'subscribe'>): void {
  let end = announceWait(BAR_DELAY)
  router.subscribe('onBeforeNavigate', () => {
    end()
    end = announceWait(BAR_DELAY)
  })
  router.subscribe('onResolved', () => end())
}
