import type { OperationId } from '@granary/contract/contract.ts'
import type { ReactNode } from 'react'
import type { Column } from '../../../ui/table/columns.ts'
import type { TableSort } from '../../../ui/table/heading.tsx'
import type { Bulk } from '../../bulk/bulk.ts'
import type { FilteredId } from './filter-fields.ts'
import type { PreviewPane } from './list-preview.tsx'
import type { PageState, Total } from './use-page.ts'

type AlwaysKnown =
  | 'error'
  | 'refreshError'
  | 'isFetching'
  | 'isChangingPage'
  | 'updatedAt'
  | 'refetch'
  | 'isFirst'
  | 'hasNext'
  | 'next'
  | 'previous'

/** What a list of one kind of resource is made of. */
export type ListSectionProps<Row extends object> = {
  /** Name of the listed kind in the plural. */
  title: string
  /** In the toolbar, after the filter by name. */
  filters?: ReactNode
  /** In the toolbar, at the right: the create button. */
  create?: ReactNode
  columns: readonly Column<Row>[]
  // Only the rows of the page's operation matter here.
  page: Pick<PageState<OperationId>, AlwaysKnown> & {
    rows: Row[] | undefined
    sort?: TableSort | undefined
    size?: number
    sizes?: readonly number[]
    onSize?: (size: number) => void
    offset?: number
    total?: Total | undefined
    readUpTo?: (max: number) => Promise<{ rows: Row[]; isWhole: boolean }>
    isWhole?: boolean
    key?: string
    readAll?: () => Promise<Row[]>
  }
  rowId: (row: Row) => string
  /** Shown when the list is empty. */
  empty: ReactNode
  /** The filter, kept in the URL. `fields`: it takes terms with those of this operation; `by`: what it filters by instead of the name. */
  filter?:
    | {
        value: string
        onChange: (value: string) => void
        by?: string
        fields?: FilteredId
        isActive?: boolean
        onClear?: () => void
      }
    | undefined
  /** The bulk actions; without them, or on a server without extensions, no row can be selected. */
  bulk?: Bulk<Row>
  /** A pane beside the table on wide screens, which shows the row that is focused. */
  preview?: PreviewPane<Row>
}
