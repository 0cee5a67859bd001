import type { QueryClient } from '@tanstack/react-query'

/** Everything that shows groups or who is in them is out of date. */
export const refreshGroups = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => /affinity/i.test(String(queryKey[0])) })
