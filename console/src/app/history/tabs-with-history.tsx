import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { QueryTabs } from '../../ui/query-tabs.tsx'
import { useNavigateHere } from '../kit/lists/use-navigate-here.ts'
import { PageResource } from './page-history.ts'
import { usePageHistory } from './use-page-history.ts'

const HistoryTab = lazyPart(() => import('./history-tab.tsx'))

type TabsWithHistoryProps = {
  /** Accessible name of the row of tabs. */
  label: string
  /** ID of the resource that the page is about. */
  id: string
  /** The tabs before the history; the first one has no name in the URL. */
  tabs: readonly { id: string; label: string; content: ReactNode }[]
  /** The tab in the URL. */
  selected: string | undefined
}

/**
 * Tabs of the page of a resource, with its history in the last one. A page with one tab shows the content alone if the
 * server has no histories.
 */
export function TabsWithHistory({ label, id, tabs, selected }: TabsWithHistoryProps) {
  const navigate = useNavigateHere()
  const first = tabs[0]!
  const open = (tab: string) => navigate({ search: tab === first.id ? {} : { tab }, replace: true })
  const hasHistory = usePageHistory(id, () => open('history'))
  const history = {
    id: 'history',
    label: 'History',
    content: (
      <PageResource value={id}>
        <Suspense fallback={null}>
          <HistoryTab />
        </Suspense>
      </PageResource>
    ),
  }
  const all = hasHistory ? [...tabs, history] : tabs
  if (all.length === 1) return first.content
  return (
    <QueryTabs
      label={label}
      tabs={all}
      selected={all.find((tab) => tab.id === selected)?.id ?? first.id}
      onSelect={open}
    />
  )
}
