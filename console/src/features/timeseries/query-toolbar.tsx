import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Menu } from '../../ui/menu/menu.tsx'
import type { Example } from './examples.ts'

const HistoryDialog = lazyPart(() => import('./history/history-dialog.tsx'))

type QueryToolbarProps = {
  canRun: boolean
  /** Whether the query of the text runs, or another one, which it can replace at once. */
  isRunning: false | 'this' | 'other'
  examples: readonly Example[]
  onRun: () => void
  onCancel: () => void
  onChoose: (query: string) => void
}

const RUN_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘↵' : 'ctrl+↵'

/** The buttons of the page of queries. */
export function QueryToolbar({ canRun, isRunning, examples, onRun, onCancel, onChoose }: QueryToolbarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-1 mb-6 flex flex-wrap items-center gap-2">
      <Button
        loading={isRunning === 'this'}
        disabledReason={canRun ? undefined : 'Enter a query first'}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onPress={onRun}
      >
        Run query
      </Button>
      <span className="max-sm:hidden" aria-hidden>
        <KeyHint keys={RUN_KEYS} />
      </span>
      {isRunning && (
        <Button variant="secondary" onPress={onCancel}>
          Cancel
        </Button>
      )}
      <div className="ml-auto flex gap-2">
        <Menu
          trigger={<Button variant="secondary">Examples</Button>}
          entries={examples.map(({ title, query }) => ({
            label: title,
            reads: true,
            onAction: () => onChoose(query),
          }))}
        />
        <Button variant="secondary" onPress={() => setOpen(true)}>
          History
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <HistoryDialog
            onChoose={(query) => {
              setOpen(false)
              onChoose(query)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
