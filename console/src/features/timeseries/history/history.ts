import { nowDate } from '../../../time/clock.ts'
import { createStore } from '../../../ui/store.ts'

const KEY = 'metric-queries'
/** Queries that a user's history keeps. */
export const MAX_QUERIES = 50

/** A query that a user has run, or has replaced before running it. */
export type PastQuery = { query: string; time: string }

/** By user: `siloId/userId`. Several users may share a browser. */
type Histories = Readonly<Record<string, readonly PastQuery[]>>

function stored(): Histories {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).map(([user, queries]: [string, unknown]) => [
        user,
        Array.isArray(queries) ? queries.filter(isPastQuery) : NONE,
      ]),
    )
  } catch {
    return {}
  }
}

/** Other versions of the console, extensions and users can write to the storage too. */
const isPastQuery = (value: unknown): value is PastQuery => {
  const { query, time } = (value ?? {}) as Partial<Record<keyof PastQuery, unknown>>
  return typeof query === 'string' && typeof time === 'string' && !Number.isNaN(Date.parse(time))
}

const NONE: readonly PastQuery[] = []
const histories = createStore<Histories>(stored())
/** Whether the storage has the last change. A full storage keeps an older state, which must not return. */
let isStored = true

/** The last queries of users in this browser. */
export const pastQueries = { ...histories, of: (all: Histories, user: string) => all[user] ?? NONE }

/** Adds a query to the history of a user. One that is there already moves to the front. */
export const rememberQuery = (user: string, query: string): void =>
  change(user, (before) => [
    { query, time: nowDate().toISOString() },
    ...before.filter((one) => one.query !== query),
  ])

/** Deletes one query from the history of a user. */
export const forgetQuery = (user: string, query: string): void =>
  change(user, (before) => before.filter((one) => one.query !== query))

/** Deletes the history of a user. */
export const forgetAllQueries = (user: string): void => change(user, () => [])

function change(user: string, next: (before: readonly PastQuery[]) => readonly PastQuery[]): void {
  // Another tab may have added some.
  const all = isStored ? { ...histories.get(), ...stored() } : histories.get()
  const changed = { ...all, [user]: next(all[user] ?? NONE).slice(0, MAX_QUERIES) }
  histories.set(changed)
  try {
    localStorage.setItem(KEY, JSON.stringify(changed))
    isStored = true
  } catch {
    isStored = false
    // Without storage the history lasts as long as the page.
  }
}
