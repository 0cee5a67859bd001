import { Button } from '../button.tsx'
import { Spinner } from '../spinner.tsx'

type PaginationProps = {
  pageSize: number
  hasNext: boolean
  hasPrevious: boolean
  isLoading: boolean
  onNext: () => void
  onPrevious: () => void
}

/** The way through a list that comes in pages. */
export const Pagination = ({ pageSize, hasNext, hasPrevious, isLoading, onNext, onPrevious }: PaginationProps) => (
  <nav aria-label="Pagination" className="flex items-center gap-2 text-sm text-text-muted">
    <span className="grow tabular-nums">rows per page {pageSize}</span>
    {isLoading && <Spinner />}
    <Button variant="ghost" size="sm" onPress={onPrevious} isDisabled={!hasPrevious}>
      prev
    </Button>
    <Button variant="ghost" size="sm" onPress={onNext} isDisabled={!hasNext}>
      next
    </Button>
  </nav>
)
