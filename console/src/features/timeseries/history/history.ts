import { createStore } from '../../../ui/store.ts'

const KEY = 'metric-queries'
/** Queries that a user's history keeps. */
export const MAX_QUERIES = 50

/** A query that a user has run. */
export type PastQuery = { query: string; time: string }

/** By user: `siloId/userId`. Several users may share a browser. */
type Histories = Readonly<Record<string, readonly PastQuery[]>>

function stored(): Histories {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Histories
  } catch {
    return {}
  }
}

const histories = createStore<Histories>(stored())
const NONE: readonly PastQuery[] = []

/** The queries that users ran in this browser. */
export const pastQueries = { ...histories, of: (all: Histories, user: string) => all[user] ?? NONE }

/** Adds a query to the history of a user. One that is there already moves to the front. */
export const rememberQuery = (user: string, query: string): void =>
  change(user, (before) => [
    { query, time: new Date().toISOString() },
    ...before.filter((one) => one.query !== query),
  ])

/** Deletes one query from the history of a user. */
export const forgetQuery = (user: string, query: string): void =>
  change(user, (before) => before.filter((one) => one.query !== query))

/** Deletes the history of a user. */
export const forgetAllQueries = (user: string): void => change(user, () => [])

function change(user: string, next: (before: readonly PastQuery[]) => readonly PastQuery[]): void {
  // Another tab may have added some.
  const all = { ...histories.get(), ...stored() }
  const changed = { ...all, [user]: next(all[user] ?? NONE).slice(0, MAX_QUERIES) }
  histories.set(changed)
  try {
    localStorage.setItem(KEY, JSON.stringify(changed))
  } catch {
    // Without storage the history lasts as long as the page.
  }
}
