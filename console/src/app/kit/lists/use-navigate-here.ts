import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useCurrentRoute } from '../../route-params.ts'

type Change = {
  search: object | true | ((before: object) => object)
  params?: (before: object) => object
} & Pick<NavigateOptions, 'replace' | 'resetScroll' | 'state'>

/**
 * Returns a function that changes parameters in the address of the page. It does nothing after the user has followed a link: the
 * page stays in view until the next one has loaded, and its filters, tabs and names would become those of the next page.
 */
export function useNavigateHere(): (change: Change) => void {
  const router = useRouter()
  const navigate = useNavigate()
  const { routeId, pathname } = useCurrentRoute()
  return useCallback(
    (change) => {
      const isHere = router
        .matchRoutes(router.latestLocation)
        .some((match) => match.routeId === routeId && match.pathname === pathname)
      if (isHere || routeId === undefined) void navigate({ to: '.', ...(change as object) })
    },
    [router, navigate, routeId, pathname],
  )
}
