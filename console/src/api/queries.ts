import {
  type Call,
  type CallInput,
  type CallOutput,
  EXTENSIONS,
  type ExtensionCall,
  type Extensions,
  type ItemOf,
} from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import { ping } from '@granary/contract/generated/client.ts'
import {
  type EnsureQueryDataOptions,
  keepPreviousData,
  queryOptions,
  QueryClient,
  type QueryKey,
  skipToken,
} from '@tanstack/react-query'
import { ApiError, isFinal } from './errors.ts'
import { hasExtensions } from './extensions.ts'
import { keepEqual } from './keep-equal.ts'
import { replacesPage } from './kept-page.ts'
import { request } from './request.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** What the rows are called as the choices of a picker. */
    queryMeta: { choices: string | undefined }
  }
}

/** Rows per page of a list. */
export const PAGE_SIZE = 50
/** Limit that stands for all rows, in pickers and quick actions. */
export const ALL = 1000
/** Milliseconds for which answers count as fresh. */
const STALE_TIME_MS = 2_000

/** The only query client of the console. Nothing is retried, or refetched on focus: pushed changes mark stale data. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: STALE_TIME_MS,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        structuralSharing: keepEqual,
        // A missing resource has a page of its own; other failures belong to the component that shows the data.
        throwOnError: (error, { state }) => replacesPage(error, state.data),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/**
 * Returns the key, the function and the types of a read in one value. @example apiQuery(projectView, { path: { project
 * } })
 */
export const apiQuery = <Id extends OperationId>(call: Call<Id>, input: CallInput<Id>) =>
  queryOptions<CallOutput<Id>>({
    queryKey: [call.id, input],
    queryFn: ({ signal }) => request(call, input, signal),
  })

/** Returns the extensions of the server, also before its first answer; null if it has none. @throws ApiError */
export async function fetchExtensions(signal?: AbortSignal): Promise<Extensions | null> {
  if (hasExtensions() === undefined) await request(ping, {}, signal)
  return hasExtensions() ? EXTENSIONS : null
}

/**
 * Reads an operation that the published API doesn't have, for loaders too, which may run before the server's first
 * answer.
 * @param published reads the same with published operations, on a server without extensions.
 */
export const extensionQuery = <Id extends OperationId>(
  call: ExtensionCall<Id>,
  input: CallInput<Id>,
  published: (client: QueryClient, signal: AbortSignal) => Promise<CallOutput<Id>>,
) =>
  queryOptions<CallOutput<Id>>({
    queryKey: [call.id, input],
    queryFn: async ({ client, signal }) => {
      const extensions = await fetchExtensions(signal)
      return extensions ? request(extensions.call(call), input, signal) : published(client, signal)
    },
  })

/** Reads an operation that the published API doesn't have. Reads nothing on a server without extensions. */
export const optionalQuery = <Id extends OperationId>(
  extensions: Extensions | null,
  call: ExtensionCall<Id>,
  input: CallInput<Id>,
) =>
  queryOptions<CallOutput<Id>>({
    queryKey: [call.id, input],
    queryFn: extensions ? ({ signal }) => request(extensions.call(call), input, signal) : skipToken,
    throwOnError: false,
  })

/**
 * Reads a view by a name that may change: when the name is gone, the resource is read by its id.
 * @param byId the read by id.
 * @param view the query whose answer has the id, if it isn't this one.
 */
export const namedQuery = <Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id>,
  byId: (id: string) => CallInput<Id>,
  view?: { queryKey: QueryKey },
) => {
  const byName = apiQuery(call, input)
  return queryOptions<CallOutput<Id>>({
    ...byName,
    queryFn: async ({ client, signal }): Promise<CallOutput<Id>> => {
      try {
        return await request(call, input, signal)
      } catch (error) {
        const known = client.getQueryData((view ?? byName).queryKey) as { id: string } | undefined
        if (!known || !(error instanceof ApiError) || error.statusCode !== 404) throw error
        return await request(call, byId(known.id), signal)
      }
    },
  })
}

/**
 * Reads all pages of a list, one after the other, for pickers that must offer everything.
 * @param size rows per page: no more than the server returns at once.
 */
export const allQuery = <Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id> & Listed,
  size: number = ALL,
) =>
  queryOptions<ItemOf<Id>[]>({
    queryKey: [call.id, input, 'all'],
    meta: { choices: call.choices },
    queryFn: async ({ signal }) => {
      const items: ItemOf<Id>[] = []
      let pageToken: string | null | undefined
      do {
        const query = { ...input.query, limit: size, pageToken }
        const page = (await request(call, { ...input, query } as CallInput<Id>, signal)) as Page<ItemOf<Id>>
        items.push(...page.items)
        // A partial page is the last one.
        pageToken = page.items.length < size ? null : page.nextPage
      } while (pageToken)
      return items
    },
  })

/** Reads the rows of all pages up to a number, without keeping them. */
export async function readUpTo<Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id> & Listed,
  max: number,
): Promise<{ rows: ItemOf<Id>[]; isWhole: boolean }> {
  const rows: ItemOf<Id>[] = []
  let pageToken: string | null | undefined
  do {
    const query = { ...input.query, limit: ALL, pageToken }
    const page = (await request(call, { ...input, query } as CallInput<Id>)) as Page<ItemOf<Id>>
    rows.push(...page.items)
    // Every page with a row has a next one, also the last.
    pageToken = page.items.length === 0 ? null : page.nextPage
  } while (pageToken && rows.length <= max)
  return { rows: rows.slice(0, max), isWhole: rows.length <= max }
}

type Page<Item> = { items: Item[]; nextPage: string | null }
type Listed = { query?: { limit?: number; pageToken?: string | null } }

/**
 * Starts a read before the component that shows it is rendered, and waits for it. The component shows other failures: a
 * list that fails to load must not replace the page around it.
 * @throws ApiError when the read is refused or its parent is missing: then the page fails too.
 */
export async function readAhead<Data, Key extends QueryKey>(
  client: QueryClient,
  query: EnsureQueryDataOptions<Data, Error, Data, Key>,
): Promise<void> {
  try {
    await client.ensureQueryData(query)
  } catch (error) {
    if (isFinal(error)) throw error
  }
}

/** The part of a list to read. */
export type PagePlace = {
  token?: string | undefined
  size?: number
  sort?: { by: string; descending: boolean }
  /** Whether to ask for the size of the whole list; servers with only the published API ignore it. */
  counts?: boolean
}

/** Returns the order of a list as parameters. The usual one needs none. */
export const orderOf = (sort: PagePlace['sort']): object => {
  if (!sort || (sort.by === 'name' && !sort.descending)) return {}
  const order = `${sort.by}_${sort.descending ? 'descending' : 'ascending'}`
  return sort.by === 'name' ? { sortBy: order } : { orderBy: order }
}

/** Reads a page of a list. While the next one loads the previous one stays. */
export const pageQuery = <Id extends OperationId>(
  call: Call<Id>,
  input: CallInput<Id> & Listed,
  { token, size = PAGE_SIZE, sort, counts }: PagePlace = {},
) => {
  const query = {
    ...input.query,
    ...orderOf(sort),
    ...(counts && { includeTotal: true }),
    limit: size,
    ...(token && { pageToken: token }),
  }
  return queryOptions({
    ...apiQuery(call, { ...input, query } as CallInput<Id>),
    placeholderData: keepPreviousData,
  })
}
