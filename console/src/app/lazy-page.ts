import { lazyRouteComponent, type RegisteredRouter } from '@tanstack/react-router'
import { announceOutage, explainReload, importWithRetry } from '../ui/import-with-retry.ts'

/**
 * The component of a route, in a chunk of its own. Without a connection the previous page stays until the chunk has
 * loaded. The router itself would reload, which ends on the browser's error page.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as in the router's own types
export const lazyPage = <Module extends Record<string, any>, Name extends keyof Module = 'default'>(
  load: () => Promise<Module>,
  name?: Name,
) => lazyRouteComponent<Module, Name>(importWithRetry(load), name)

/** Shows the user that the next page waits for the server, or that this one was reloaded. Call it once. */
export function announceOutages(router: Pick<RegisteredRouter, 'subscribe'>): void {
  explainReload()
  let end: (() => void) | undefined = announceOutage()
  const over = () => {
    end?.()
    end = undefined
  }
  router.subscribe('onBeforeNavigate', () => (end ??= announceOutage()))
  router.subscribe('onResolved', over)
}
