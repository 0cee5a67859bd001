import { type Kind, nameOfKind } from '@granary/domain/kinds.ts'
import History from 'lucide-react/icons/history'
import { useEffect } from 'react'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { useStore } from '../../ui/store.ts'
import { isPart } from './history-item.tsx'
import { HistoryList } from './history-list.tsx'
import { pageHistory } from './page-history.ts'
import { type HistoryPage, useResourceHistory } from './use-resource-history.ts'

type HistoryProps = { id: string; onClose: () => void }

/** Opens the History tab on the page of the resource, and a panel elsewhere. */
export default function TabOrPanel({ id, onClose }: HistoryProps) {
  const page = useStore(pageHistory)
  return page?.id === id ? (
    <OpenTab open={page.open} onOpened={onClose} />
  ) : (
    <HistoryPanel id={id} onClose={onClose} />
  )
}

function OpenTab({ open, onOpened }: { open: () => void; onOpened: () => void }) {
  useEffect(() => {
    open()
    onOpened()
  }, [open, onOpened])
  return null
}

function HistoryPanel({ id, onClose }: HistoryProps) {
  const query = useResourceHistory(id)
  const items = query.data?.pages[0]?.items ?? []
  const newest = items.find(({ kind }) => !isPart(kind)) ?? items[0]
  return (
    <ReadOnlySidePanel
      title="History"
      subtitle={newest && <PanelSubject icon={History} name={subjectOf(newest)} />}
      onClose={onClose}
    >
      <HistoryList query={query} />
    </ReadOnlySidePanel>
  )
}

const subjectOf = ({ kind, name }: HistoryPage['items'][number]): string =>
  [nameOfKind(kind as Kind), name].filter(Boolean).join(' ')
