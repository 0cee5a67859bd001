import type { CallOutput } from '@granary/contract/call.ts'
import { currentUserGroups, currentUserView, systemPolicyView } from '@granary/contract/generated/client.ts'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '../api/errors.ts'
import { ALL, apiQuery } from '../api/queries.ts'
import { request } from '../api/request.ts'

/** The current user changes rarely; milliseconds. */
const STALE_TIME_MS = 60_000

/** The current user. When a server doesn't report fleet access, the console calls an operation that needs it. */
export const currentUser = queryOptions({
  ...apiQuery(currentUserView, {}),
  queryFn: async ({ signal }) => {
    const user = await request(currentUserView, {}, signal)
    return 'fleetViewer' in user ? user : { ...(user as CurrentUser), fleetViewer: await seesFleet(signal) }
  },
  staleTime: STALE_TIME_MS,
})

type CurrentUser = CallOutput<'currentUserView'>
const seesFleet = (signal: AbortSignal): Promise<boolean> =>
  request(systemPolicyView, {}, signal).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.statusCode === 403) return false
      throw error
    },
  )

/** The groups of the current user. */
export const currentGroups = {
  ...apiQuery(currentUserGroups, { query: { limit: ALL } }),
  staleTime: STALE_TIME_MS,
}

/** The current user; loaded before any page that needs it. */
export const useCurrentUser = () => useSuspenseQuery(currentUser).data

/** Path of the page that sets up a second factor before any other page. */
export const SECOND_FACTOR_PATH = '/second-factor'

/** @throws a redirect for a user who has to set up a second factor before they can do anything else. */
export function requireSecondFactor({ needsSecondFactor }: CurrentUser, { href }: { href: string }): void {
  if (needsSecondFactor)
    throw redirect({ to: SECOND_FACTOR_PATH, search: { redirect_uri: href }, replace: true })
}
