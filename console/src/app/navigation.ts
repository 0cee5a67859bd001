import { type AnyRoute, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Area, NavigationEntry } from './crumbs.ts'
import { useCurrentUser } from './session.ts'

/** An entry of a sidebar with its path, `$project` and the like filled in by the caller. */
export type Destination = NavigationEntry & { path: string }

/** Returns every destination that features have registered for the current user, in the order of the sidebar. */
export function useDestinations(area: Area | undefined): Destination[] {
  const { routesById } = useRouter()
  const user = useCurrentUser()
  return useMemo(
    () =>
      (Object.values(routesById) as AnyRoute[])
        .flatMap(({ options, fullPath }) => {
          const navigation: NavigationEntry | undefined = options.staticData?.navigation
          return navigation && navigation.area === area && navigation.when?.(user) !== false
            ? [{ ...navigation, path: String(fullPath) }]
            : []
        })
        .toSorted((a, b) => a.order - b.order),
    [routesById, area, user],
  )
}
