import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/queries.ts'
import { watchArrivals } from './app/arrival/arrivals.ts'
import { preloadOnActivity } from './app/preload-on-activity.ts'
import { announceOutages } from './app/lazy-page.ts'
import { watchHistory } from './app/kit/history.ts'
import { createConsoleRouter } from './router.tsx'
import { keepFocus } from './ui/keep-focus.ts'
import { watchTheme } from './ui/theme.ts'

const queryClient = createQueryClient()
const router = createConsoleRouter(queryClient)
watchHistory(router)
watchArrivals(router)
watchTheme()
keepFocus()
announceOutages(router)
preloadOnActivity(router)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
