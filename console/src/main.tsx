import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/queries.ts'
import { announceClock } from './app/clock-notice.ts'
import { watchArrivals } from './app/arrival/arrivals.ts'
import { preloadOnActivity } from './app/preload-on-activity.ts'
import { announceNavigations } from './app/lazy-page.ts'
import { listenForQuickActions } from './app/quick-actions/shortcut.ts'
import { watchHistory } from './app/kit/pages/history.ts'
import { preloadNeighbours } from './app/preload-neighbours.ts'
import { withdrawPanels } from './app/withdraw-panels.ts'
import { addAllRoutes, addRoutesBeside, addRoutesOfFirstPage, createConsoleRouter } from './router.tsx'
import { recoverImports } from './ui/import-with-retry.ts'
import { ignoreComposition } from './ui/keys.ts'
import { keepFocus } from './ui/keep-focus.ts'
import { watchTheme } from './ui/theme.ts'

const queryClient = createQueryClient()
const router = createConsoleRouter(queryClient)
watchHistory(router)
watchArrivals(router)
watchTheme()
keepFocus()
recoverImports()
listenForQuickActions()
ignoreComposition()
announceClock()
announceNavigations(router)
withdrawPanels(router)
preloadOnActivity(async () => {
  await addAllRoutes(router)
  return Object.values(router.routesById)
})
preloadNeighbours(router, queryClient, () => addRoutesBeside(router, location.pathname))

/** Milliseconds that the first page may stay blank while its routes load. */
const MAX_BLANK = 500
// Otherwise the frame would appear first, also around the sign-in page, which has none.
await Promise.race([addRoutesOfFirstPage(router), new Promise((resolve) => setTimeout(resolve, MAX_BLANK))])

// A transition renders in slices: rendering at once would block the page for longer.
startTransition(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
