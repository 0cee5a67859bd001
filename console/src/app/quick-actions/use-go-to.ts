import type { Call, CallInput } from '@granary/contract/call.ts'
import type { OperationId } from '@granary/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allQuery } from '../../api/queries.ts'
import { useStore } from '../../ui/store.ts'
import { quickActionsOpen, useQuickActions } from './store.ts'

type Named = { name: string }

/**
 * Offers every item of a list as a destination. The list loads when the palette opens, not with the page; until then
 * the palette has the items of the page.
 * @param to returns the URL of an item. Pass the same function each time.
 */
export function useGoTo<Id extends OperationId>(
  group: string,
  call: Call<Id>,
  query: object,
  shown: readonly Named[] | undefined,
  to: (name: string) => string,
): void {
  const isOpen = useStore(quickActionsOpen)
  const input = { query } as unknown as CallInput<Id> & { query: object }
  const all = useQuery({ ...allQuery(call, input), enabled: isOpen, throwOnError: false }).data
  const rows = (all as Named[] | undefined) ?? shown
  useQuickActions(
    group,
    useMemo(() => (rows ?? []).map(({ name }) => ({ label: name, href: to(name) })), [rows, to]),
  )
}
