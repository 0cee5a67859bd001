import type { Call, CallInput, CallOutput } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import { readsOf } from '@granary/contract/generated/reads.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import { isUuid } from '@granary/domain/names.ts'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { request } from './request.ts'

type Options = {
  /** Waits also until everything on the screen that the operation changed is refetched. */
  waits?: boolean
}

/**
 * Sends an operation, and marks every answer as stale that shows a kind which the operation changes by the contract.
 * Answers on the screen are refetched at once.
 * @throws ApiError
 */
export async function operate<Id extends OperationId>(
  client: QueryClient,
  call: Call<Id>,
  input: CallInput<Id>,
  { waits = false }: Options = {},
): Promise<CallOutput<Id>> {
  const output = await request(call, input)
  const refreshed = makeStale(client, call.changes, goneWith(client, call, input))
  if (waits) await refreshed
  return output
}

/** Returns {@link operate} for one operation. @example const remove = useOperation(diskDelete, { waits: true }) */
export function useOperation<Id extends OperationId>(call: Call<Id>, { waits }: Options = {}) {
  const client = useQueryClient()
  return useCallback((input: CallInput<Id>) => operate(client, call, input, { waits }), [client, call, waits])
}

/**
 * Marks answers that show one of the kinds as stale, after changes of several operations.
 * @param isGone selects answers that must not be refetched because their resource is gone.
 */
export async function makeStale(
  client: QueryClient,
  kinds: readonly Kind[],
  isGone: (query: Query) => boolean = () => false,
): Promise<void> {
  const reads = new Set<unknown>(kinds.flatMap((kind) => readsOf[kind] ?? []))
  const shows = ({ queryKey }: Query) => reads.has(queryKey[0])
  await Promise.all([
    client.invalidateQueries({ predicate: (query) => shows(query) && !isGone(query) }),
    client.invalidateQueries({ predicate: (query) => shows(query) && isGone(query), refetchType: 'none' }),
  ])
}

type Parts = { path?: Record<string, string>; query?: Record<string, unknown>; body?: { name?: unknown } }
type Identity = { id?: string; name?: string }

/**
 * Whether a query reads the resource that the operation deletes, or a name that the operation changes. Its page is
 * about to be left; a refetch before that would show 'not found'.
 */
function goneWith(client: QueryClient, call: Call, input: object): (query: Query) => boolean {
  const { path = {}, body } = input as Parts
  const [, param = ''] = /\{(\w+)\}$/.exec(call.path) ?? []
  const own = path[param]
  if (own === undefined) return () => false
  const gone = new Set<unknown>(namesOf(client, param, own).filter((name) => isLost(call, body, name)))
  return ({ queryKey: [, requested] }) => {
    const { path: inPath, query: inQuery } = (requested ?? {}) as Parts
    return gone.has(inPath?.[param]) || gone.has(inQuery?.[param])
  }
}

const isLost = ({ method }: Call, body: Parts['body'], name: string): boolean =>
  method === 'DELETE' ||
  (method === 'PUT' && typeof body?.name === 'string' && body.name !== name && !isUuid(name))

/** Returns the id and the names under which the console has read a resource. */
function namesOf(client: QueryClient, param: string, own: string): string[] {
  const names = [own]
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const shown = (queryKey[1] as Parts | undefined)?.path?.[param]
    const { id, name } = (state.data ?? {}) as Identity
    if (shown === undefined || !String(queryKey[0]).endsWith('View') || (shown !== own && id !== own))
      continue
    names.push(shown, ...(id ? [id] : []), ...(name ? [name] : []))
  }
  return names
}
