import { type ReactNode, Suspense } from 'react'
import { hasExtensions } from '../../api/extensions.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { MenuEntry } from '../../ui/menu/entries.ts'
import { EntriesOfId } from '../../ui/menu/entries-of-id.ts'
import { createStore, useStore } from '../../ui/store.ts'

const HistoryPanel = lazyPart(() => import('./history-panel.tsx'))

/** ID of the resource whose history is shown. */
const shown = createStore<string | null>(null)

const entriesOfId = (id: string): MenuEntry[] =>
  hasExtensions() ? [{ label: 'View history', reads: true, onAction: () => shown.set(id) }] : []

/** Gives the menu of every resource an entry that shows its history, so that a new kind has it without a line. */
export function WithHistory({ children }: { children: ReactNode }) {
  const id = useStore(shown)
  return (
    <EntriesOfId value={entriesOfId}>
      {children}
      {id !== null && (
        <Suspense fallback={null}>
          <HistoryPanel key={id} id={id} onClose={() => shown.set(null)} />
        </Suspense>
      )}
    </EntriesOfId>
  )
}
