import { useCurrentUser } from '../../../app/session.ts'
import { useStore } from '../../../ui/store.ts'
import { forgetAllQueries, forgetQuery, type PastQuery, pastQueries, rememberQuery } from './history.ts'

type QueryHistory = {
  queries: readonly PastQuery[]
  remember: (query: string) => void
  forget: (query: string) => void
  forgetAll: () => void
}

/** Returns the last queries of the current user in this browser, newest first. */
export function useHistory(): QueryHistory {
  const { siloId, id } = useCurrentUser()
  const user = `${siloId}/${id}`
  return {
    queries: pastQueries.of(useStore(pastQueries), user),
    remember: (query) => rememberQuery(user, query),
    forget: (query) => forgetQuery(user, query),
    forgetAll: () => forgetAllQueries(user),
  }
}
