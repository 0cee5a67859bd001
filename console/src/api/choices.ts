import type { Query, QueryClient } from '@tanstack/react-query'

/** Returns what the choices of a picker are called, or undefined if the query reads something else. */
export const wordOfChoices = ({ meta }: Query): string | undefined => meta?.choices

/** Milliseconds after which a form is submitted without the choices: a read may hang. */
const MAX_WAIT_MS = 10_000

const isLoading = (query: Query): boolean =>
  query.isActive() &&
  wordOfChoices(query) !== undefined &&
  query.state.status === 'pending' &&
  query.state.fetchStatus === 'fetching'

const loading = (client: QueryClient): Query[] => client.getQueryCache().findAll({ predicate: isLoading })

/** Whether a picker on the screen loads its choices for the first time. */
export const hasLoadingChoices = (client: QueryClient): boolean => loading(client).length > 0

/** Waits until all pickers on the screen have loaded their choices, or failed to, and the form shows them. */
export async function choicesLoaded(client: QueryClient): Promise<void> {
  const end = Date.now() + MAX_WAIT_MS
  while (hasLoadingChoices(client) && Date.now() < end) {
    const reads = loading(client).map((query) =>
      query.fetch(undefined, { cancelRefetch: false }).catch(() => {}),
    )
    await Promise.race([Promise.all(reads), pause(end - Date.now())])
    // Components learn of an answer in a task of its own, and offer their defaults while they render it.
    await pause(0)
    await pause(0)
  }
}

const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))
