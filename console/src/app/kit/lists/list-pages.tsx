import { PAGE_SIZE } from '../../../api/queries.ts'
import { Pagination } from '../../../ui/table/pagination.tsx'
import { BottomBar } from '../../../ui/page/bottom-bar.tsx'
import type { ListSectionProps } from './list-props.ts'

/** The pages of a list, in the bar at the bottom. None for a list that is whole, or empty. */
export function ListPages<Row extends object>({ page }: Pick<ListSectionProps<Row>, 'page'>) {
  if (page.isWhole || !page.rows || (page.rows.length === 0 && page.isFirst)) return null
  return (
    <BottomBar>
      <Pagination
        pageSize={page.size ?? PAGE_SIZE}
        sizes={page.sizes}
        onSize={page.onSize}
        offset={page.offset}
        shown={page.rows.length}
        total={page.total}
        hasNext={page.hasNext}
        hasPrevious={!page.isFirst}
        isLoading={page.isChangingPage}
        onNext={page.next}
        onPrevious={page.previous}
      />
    </BottomBar>
  )
}
