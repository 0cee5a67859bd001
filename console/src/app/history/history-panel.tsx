import type { CallOutput } from '@granary/contract/call.ts'
import { resourceHistory } from '@granary/contract/generated/client.ts'
import { type Kind, nameOfKind } from '@granary/domain/kinds.ts'
import { daysText, formatDateTime } from '@granary/domain/time.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { request } from '../../api/request.ts'
import { usePageExtensions } from '../extension-page.ts'
import { Failed } from '../kit/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { HistoryItem } from './history-item.tsx'

const DAY_MS = 86_400_000

type Page = CallOutput<'resourceHistory'>

/** Interval between two reads while the panel is open: an open history shows what happens; milliseconds. */
const INTERVAL_MS = 5_000

/** The changes of a resource, newest first. */
export default function HistoryPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const call = usePageExtensions().call(resourceHistory)
  const query = useInfiniteQuery({
    queryKey: [call.id, { path: { resourceId: id } }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      request(
        call,
        { path: { resourceId: id }, query: pageParam === null ? {} : { before: pageParam } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page: Page) => page.nextBefore,
    // Older pages don't change, so only a list of one page is read again.
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : INTERVAL_MS),
    throwOnError: false,
  })
  const items = query.data?.pages.flatMap((page) => page.items)
  const newest = items?.[0]
  return (
    <ReadOnlySidePanel
      title="History"
      subtitle={newest && <PanelSubject icon={History} name={subjectOf(newest)} />}
      onClose={onClose}
    >
      {items ? (
        <>
          <ol className="divide-y divide-border" aria-label="Changes, newest first">
            {items.map((item) => (
              <HistoryItem key={item.seq} item={item} />
            ))}
          </ol>
          {query.hasNextPage ? (
            <Button
              className="mt-4"
              variant="secondary"
              size="sm"
              loading={query.isFetchingNextPage}
              onPress={() => void query.fetchNextPage()}
            >
              Show older changes
            </Button>
          ) : (
            <End items={items} keptSince={query.data!.pages[0]!.keptSince} readAt={query.dataUpdatedAt} />
          )}
        </>
      ) : query.error ? (
        <Failed what="History" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        [1, 2, 3].map((line) => <Skeleton key={line} className="my-3 h-12 w-full" />)
      )}
    </ReadOnlySidePanel>
  )
}

const subjectOf = ({ kind, name }: Page['items'][number]): string =>
  [nameOfKind(kind as Kind), name].filter(Boolean).join(' ')

type EndProps = { items: Page['items']; keptSince: Date; readAt: number }
/** Says how long changes are kept. A history that doesn't begin with the creation has lost its beginning. */
const End = ({ items, keptSince, readAt }: EndProps) => (
  <p className="mt-4 text-sm text-text-muted">
    {items.length === 0 && 'No changes are known. '}
    {items.at(-1)?.action === 'created'
      ? `Changes are kept for ${daysText((readAt - keptSince.getTime()) / DAY_MS)}.`
      : `Changes before ${formatDateTime(keptSince)} are not kept.`}
  </p>
)
