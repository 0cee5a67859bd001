import { nameOfKind, type Kind } from '@granary/domain/kinds.ts'
import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react'
import { isNotFound, keepPageWhenGone } from '../../../api/kept-page.ts'
import { MessageBox } from '../../../ui/message-box.tsx'
import { useCurrentProject } from '../../route-params.ts'

/** Whether a read that once succeeded says that something no longer exists. */
const isMissing = (query: Query): boolean =>
  query.isActive() &&
  query.state.status === 'error' &&
  query.state.data !== undefined &&
  isNotFound(query.state.error)

/** Whether the read would have replaced the page if it had no form. */
const replaces = (query: Query): boolean =>
  query.observers.some(({ options }) => options.throwOnError !== false)

/**
 * Keeps the page of a form, with the draft, when its resource or a parent is deleted elsewhere. Leaving the form shows
 * that the page is gone.
 * @param isHeld false for a form without a draft on a page that shows more than the form.
 * @returns why the form can't be submitted any more, or null.
 */
export function useGone(isHeld = true): string | null {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const project = useCurrentProject()
  useLayoutEffect(() => {
    if (!isHeld) return undefined
    const end = keepPageWhenGone()
    return () => {
      end()
      // The components that read them render again, and throw.
      void client.refetchQueries({ predicate: (query) => isMissing(query) && replaces(query) })
    }
  }, [client, isHeld])
  return useSyncExternalStore(
    useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]),
    () => {
      if (!isHeld) return null
      // A choice that is gone can be replaced by another one, but not the project around the form.
      const isGone = (query: Query) =>
        isMissing(query) && (replaces(query) || isOf(missingIn(query), project))
      const [query] = cache.findAll({ predicate: isGone })
      return query ? `${subjectOf(query, client)} no longer exists` : null
    },
  )
}

/** Returns the kind and the name or id that a read has not found, by the message of the server. */
function missingIn({ state: { error } }: Query): { kind?: string; named?: string } {
  const message = (isNotFound(error) && error.serverMessage) || ''
  const [, kind, named] = /^not found: (\S+) with (?:name|id) "(.*)"$/.exec(message) ?? []
  return kind !== undefined && named !== undefined ? { kind, named } : {}
}

const isOf = ({ kind, named }: ReturnType<typeof missingIn>, project: string | undefined): boolean =>
  kind === 'project' && named === project

/** People know names. A read by id, such as of a part of the resource, may be the one that fails. */
function subjectOf(query: Query, client: QueryClient): string {
  const { kind, named } = missingIn(query)
  if (kind === undefined) return 'What this form is about'
  const known = client
    .getQueryCache()
    .getAll()
    .map(({ state }) => (state.data ?? {}) as { id?: unknown; name?: unknown })
    .find(({ id, name }) => id === named && typeof name === 'string')
  return `The ${nameOfKind(kind as Kind)} "${typeof known?.name === 'string' ? known.name : named}"`
}

/** Shown on top of a form that can't be submitted any more, with its reason. */
export const GoneNotice = ({ reason, className }: { reason: string; className?: string }) => (
  <div ref={showNotice} className={className}>
    <MessageBox variant="error" title={reason}>
      It was deleted, or you can no longer see it. You can copy your input, but not save it here.
    </MessageBox>
  </div>
)

/** The user may be further down in a long form. */
const showNotice = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
