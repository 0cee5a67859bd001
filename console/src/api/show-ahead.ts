import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows an answer at once on the page that opens next, which then reads it again. Changes between the answer and the
 * page were pushed before any query showed the resource, so nothing else would bring them: an instance would stay
 * "creating".
 */
export const showAhead = (client: QueryClient, { queryKey }: { queryKey: QueryKey }, answer: object): void =>
  void client.setQueryData(queryKey, answer, { updatedAt: 0 })
