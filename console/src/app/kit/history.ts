import type { AnyRouter } from '@tanstack/react-router'

let lastAction = 'LOAD'

/** Notes how each page was reached; call it once. */
export function watchHistory(router: AnyRouter): void {
  router.history.subscribe((change: { action: { type: string } }) => {
    lastAction = change.action.type
  })
}

/** Whether the page was reached by a link or a redirect, and not by a reload or by going back. */
export const wasPushed = (): boolean => lastAction === 'PUSH' || lastAction === 'REPLACE'
