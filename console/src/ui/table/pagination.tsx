import { Button } from '../button.tsx'
import { Spinner } from '../spinner.tsx'

type PaginationProps = {
  pageSize: number
  hasNext: boolean
  hasPrevious: boolean
  /** The next page is loading; the rows of this one stay. */
  isLoading?: boolean
  onNext: () => void
  onPrevious: () => void
}

/** The bar under a paginated list. */
export function Pagination({
  pageSize,
  hasNext,
  hasPrevious,
  isLoading,
  onNext,
  onPrevious,
}: PaginationProps) {
  return (
    <nav aria-label="Pagination" className="flex items-center gap-2 text-sm">
      <span className="grow text-text-muted">
        rows per page <span className="text-text tabular-nums">{pageSize}</span>
      </span>
      {isLoading && <Spinner className="size-4 text-text-muted" />}
      <PageButton label="prev" enabled={hasPrevious} onPress={onPrevious} />
      <PageButton label="next" enabled={hasNext} onPress={onNext} />
    </nav>
  )
}

const PageButton = ({
  label,
  enabled,
  onPress,
}: {
  label: string
  enabled: boolean
  onPress: () => void
}) => (
  <Button variant="secondary" size="sm" onPress={onPress} disabled={!enabled} className="disabled:opacity-50">
    {label}
  </Button>
)
