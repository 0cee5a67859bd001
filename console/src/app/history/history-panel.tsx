import { type Kind, nameOfKind } from '@granary/domain/kinds.ts'
import History from 'lucide-react/icons/history'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { HistoryList } from './history-list.tsx'
import { type HistoryPage, useResourceHistory } from './use-resource-history.ts'

/** The history of a resource that has no page with tabs. */
export default function HistoryPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useResourceHistory(id)
  const newest = query.data?.pages[0]?.items[0]
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
