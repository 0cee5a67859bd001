import type { Call, CallInput, CallOutput, ItemOf } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import {
  type EnsureQueryDataOptions,
  keepPreviousData,
  queryOptions,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError } from './errors.ts'
import { request } from './request.ts'

/** Rows of a page of a list. */
export const PAGE_SIZE = 50
/** "All of them", for pickers and quick actions. */
export const ALL = 1000
/** Answers count as fresh for so long, in milliseconds. */
const FRESH = 2_000

/** The one client of the console. Nothing is retried or fetched by focus: pushed changes say what is out of date. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: FRESH,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        // What is not there is a page of its own; other failures belong to the place that shows the data.
        throwOnError: (error) => error instanceof ApiError && error.statusCode === 404,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** The key, the function and the types of a read, in one value. @example apiQuery(projectView, { path: { project } }) */
export const apiQuery = <Id extends OperationId>(call: Call<Id>, input: CallInput<Id>) =>
  queryOptions<CallOutput<Id>>({
    queryKey: [call.id, input],
    queryFn: ({ signal }) => request(call, input, signal),
  })

/**
 * A view by a name that may change: what was shown under it before is found by its id when the name is gone.
 * @param byId what to ask for then.
 */
export const namedQuery = <Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id>,
  byId: (id: string) => CallInput<Id>,
) => {
  const byName = apiQuery(call, input)
  return queryOptions<CallOutput<Id>>({
    ...byName,
    queryFn: async ({ client, signal }): Promise<CallOutput<Id>> => {
      try {
        return await request(call, input, signal)
      } catch (error) {
        const known = client.getQueryData(byName.queryKey) as { id: string } | undefined
        if (!known || !(error instanceof ApiError) || error.statusCode !== 404) throw error
        return await request(call, byId(known.id), signal)
      }
    },
  })
}

/** All pages of a list, one after the other, for pickers that must offer everything. */
export const allQuery = <Id extends OperationId>(call: Call<Id>, input: CallInput<Id> & Listed) =>
  queryOptions<ItemOf<Id>[]>({
    queryKey: [call.id, input, 'all'],
    queryFn: async ({ signal }) => {
      const items: ItemOf<Id>[] = []
      let pageToken: string | null | undefined
      do {
        const query = { ...input.query, limit: ALL, pageToken }
        const page = (await request(call, { ...input, query } as CallInput<Id>, signal)) as Page<ItemOf<Id>>
        items.push(...page.items)
        // A page that is not full is the last one.
        pageToken = page.items.length < ALL ? null : page.nextPage
      } while (pageToken)
      return items
    },
  })

type Page<Item> = { items: Item[]; nextPage: string | null }
type Listed = { query?: { limit?: number; pageToken?: string | null } }

/**
 * Begins a read before the part of a page that shows it is there, and waits for it. What it fails with is for that part to say:
 * a list that cannot be had does not take the page around it away.
 * @throws ApiError when it is refused or what it belongs to is not there: then neither is the page.
 */
export async function readAhead<Data, Key extends QueryKey>(
  client: QueryClient,
  query: EnsureQueryDataOptions<Data, Error, Data, Key>,
): Promise<void> {
  try {
    await client.ensureQueryData(query)
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.statusCode)) throw error
  }
}

/** A page of a list; while the next one loads the one before stays. */
export const pageQuery = <Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id> & Listed,
  pageToken?: string,
) => {
  const paged = { ...input, query: { ...input.query, limit: PAGE_SIZE, ...(pageToken ? { pageToken } : {}) } }
  return queryOptions({ ...apiQuery(call, paged as CallInput<Id>), placeholderData: keepPreviousData })
}
