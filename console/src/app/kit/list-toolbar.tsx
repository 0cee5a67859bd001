import { FilterInput } from '../../ui/fields/filter-input.tsx'
import { Toolbar } from '../../ui/page/page-header.tsx'
import { DensitySwitch } from '../../ui/table/density-switch.tsx'
import { inSentence } from './in-sentence.ts'
import { ListOptions } from './list-options.tsx'
import type { ListSectionProps } from './list-props.ts'
import { RefreshButton } from './list-refresh.tsx'

type ListToolbarProps<Row extends object> = ListSectionProps<Row> & {
  hidden: readonly string[]
  onHide: (hidden: readonly string[]) => void
}

/** Above the table: the filters, and what changes the list as a whole. */
export function ListToolbar<Row extends object>({ hidden, onHide, ...list }: ListToolbarProps<Row>) {
  const { title, filters, create, columns, page, filter } = list
  return (
    <Toolbar end={create}>
      {filter && (
        <FilterInput
          value={filter.value}
          onChange={filter.onChange}
          label={`Filter ${inSentence(title)} by ${filter.by ?? 'name'}`}
          placeholder={`Filter by ${filter.by ?? 'name'}`}
        />
      )}
      {filters}
      <RefreshButton page={page} />
      <DensitySwitch />
      {page.readUpTo && (
        <ListOptions
          title={title}
          columns={columns}
          hidden={hidden}
          onHide={onHide}
          readUpTo={page.readUpTo}
        />
      )}
    </Toolbar>
  )
}
