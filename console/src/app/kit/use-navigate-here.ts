import { type NavigateOptions, useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

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
  const routeId = useMatch({ strict: false, shouldThrow: false, select: (match) => match.routeId })
  const pathname = useMatch({ strict: false, shouldThrow: false, select: (match) => match.pathname })
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
