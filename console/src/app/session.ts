import { currentUserGroups, currentUserView } from '@granary/contract/generated/client.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/queries.ts'

/** Who one is changes seldom; milliseconds. */
const FRESH = 60_000

/** Who is signed in. */
export const currentUser = { ...apiQuery(currentUserView, {}), staleTime: FRESH }
/** The groups of who is signed in. */
export const currentGroups = { ...apiQuery(currentUserGroups, {}), staleTime: FRESH }

/** Who is signed in; loaded before any page that asks. */
export const useCurrentUser = () => useSuspenseQuery(currentUser).data
