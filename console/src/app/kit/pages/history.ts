import type { AnyRouter } from '@tanstack/react-router'

let lastAction = 'LOAD'

/** Records how each page was reached. Call it once. */
export function watchHistory(router: AnyRouter): void {
  router.history.subscribe((change: { action: { type: string } }) => {
    lastAction = change.action.type
  })
}

/** Whether the page was reached by a link or a redirect, rather than by a reload or Back. */
export const wasPushed = (): boolean => lastAction === 'PUSH' || lastAction === 'REPLACE'
