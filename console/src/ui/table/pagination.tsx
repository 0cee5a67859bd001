import { fullNumber } from '@granary/domain/numbers.ts'
import { Button } from '../button.tsx'
import { Menu } from '../menu/menu.tsx'
import { Spinner } from '../spinner.tsx'

type PaginationProps = {
  pageSize: number
  /** The sizes that the user can choose from. */
  sizes?: readonly number[]
  onSize?: (size: number) => void
  /** Index of the first row in the whole list, and number of rows on this page. */
  offset?: number
  shown?: number
  /** Size of the whole list, if known. */
  total?: { count: number; isCapped: boolean } | undefined
  hasNext: boolean
  hasPrevious: boolean
  /** The next page is loading; the rows of this one stay. */
  isLoading?: boolean
  onNext: () => void
  onPrevious: () => void
}

/** The bar under a paginated list. */
export function Pagination(props: PaginationProps) {
  const { pageSize, sizes, onSize, hasNext, hasPrevious, isLoading, onNext, onPrevious } = props
  return (
    <nav aria-label="Pagination" className="flex items-center gap-2 text-sm">
      <span className="grow text-text-muted">
        rows per page{' '}
        {sizes && onSize ? (
          <Menu
            label="Rows per page"
            placement="bottom start"
            trigger={
              <Button variant="ghost" size="sm" className="-mx-1 tabular-nums">
                {pageSize}
              </Button>
            }
            entries={sizes.map((size) => ({
              label: String(size),
              checked: size === pageSize,
              onAction: () => onSize(size),
            }))}
          />
        ) : (
          <span className="text-text tabular-nums">{pageSize}</span>
        )}
      </span>
      {isLoading && <Spinner className="size-4 text-text-muted" />}
      <Place {...props} />
      <PageButton label="prev" enabled={hasPrevious} onPress={onPrevious} />
      <PageButton label="next" enabled={hasNext && !isAtEnd(props)} onPress={onNext} />
    </nav>
  )
}

/** Whether the total shows that this is the last page. The server gives a token for the page after every full one. */
const isAtEnd = ({ offset, shown = 0, total }: PaginationProps): boolean =>
  offset !== undefined && total !== undefined && !total.isCapped && offset + shown >= total.count

/** The place of the page in the whole list: "51–100 of 1,010". */
function Place({ offset, shown, total }: PaginationProps) {
  if (offset === undefined || !shown) return null
  return (
    <span role="status" className="text-text-muted tabular-nums">
      <span className="text-text">
        {fullNumber(offset + 1)}–{fullNumber(offset + shown)}
      </span>
      {total && ` of ${countText(total)}`}
    </span>
  )
}

/** Returns a count as text: "1,010", or "10,000+" for at least so many. */
export const countText = ({ count, isCapped }: { count: number; isCapped: boolean }): string =>
  fullNumber(count) + (isCapped ? '+' : '')

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
