import { daysText, formatDateTime } from '@granary/domain/time.ts'
import { Failed } from '../kit/pages/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { HistoryItem } from './history-item.tsx'
import type { HistoryPage, useResourceHistory } from './use-resource-history.ts'

const DAY_MS = 86_400_000

/** The changes of a resource, newest first, and how long they are kept. */
export function HistoryList({ query }: { query: ReturnType<typeof useResourceHistory> }) {
  const pages = query.data?.pages
  if (!pages)
    return query.error ? (
      <Failed what="History" error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      [1, 2, 3].map((line) => <Skeleton key={line} className="my-3 h-12 w-full" />)
    )
  const items = pages.flatMap((page) => page.items)
  return (
    <>
      <ol className="divided" aria-label="Changes, newest first">
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
        <End items={items} keptSince={pages[0]!.keptSince} readAt={query.dataUpdatedAt} />
      )}
    </>
  )
}

type EndProps = { items: HistoryPage['items']; keptSince: Date; readAt: number }
/** Says how long changes are kept. A history that doesn't begin with the creation has lost its beginning. */
const End = ({ items, keptSince, readAt }: EndProps) => (
  <p className="mt-4 text-sm text-text-muted">
    {items.length === 0 && 'No changes are known. '}
    {items.at(-1)?.action === 'created'
      ? `Changes are kept for ${daysText((readAt - keptSince.getTime()) / DAY_MS)}.`
      : `Changes before ${formatDateTime(keptSince)} are not kept.`}
  </p>
)
