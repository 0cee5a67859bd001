import { lazyPage } from '../lazy-page.ts'

/** Options of the route of a History tab, below the route of the page's frame. */
export const historyRoute = {
  path: 'history',
  staticData: { crumb: { label: 'History' } },
  component: lazyPage(() => import('./history-tab.tsx')),
} as const
