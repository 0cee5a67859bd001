import { lazy, Suspense } from 'react'
import { importWithRetry } from '../../../ui/import-with-retry.ts'
import { useIsIdle } from '../../use-is-idle.ts'
import { FilterInput } from '../../../ui/fields/filter-input.tsx'
import { Toolbar } from '../../../ui/page/page-header.tsx'
import { DensitySwitch } from '../../../ui/table/density-switch.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { inSentence } from './in-sentence.ts'
import { ListOptions } from './list-options.tsx'
import type { ListSectionProps } from './list-props.ts'
import { RefreshButton } from './list-refresh.tsx'

const FilterHelp = lazyPart(() => import('./filter-help.tsx'))

/** Loads once the browser is idle, so that the rows come first. */
const ViewsMenu = lazy(importWithRetry(() => import('./views/views-menu.tsx')))

type ListToolbarProps<Row extends object> = ListSectionProps<Row> & {
  hidden: readonly string[]
  onHide: (hidden: readonly string[]) => void
}

/** Above the table: the filters, and what changes the list as a whole. */
export function ListToolbar<Row extends object>({ hidden, onHide, ...list }: ListToolbarProps<Row>) {
  const { title, filters, create, columns, page, filter } = list
  const fields = filter?.fields
  const isIdle = useIsIdle()
  const { by = 'name' } = filter ?? {}
  const fully = fields ? `${by} or field` : by
  return (
    <Toolbar end={create}>
      {filter && (
        <FilterInput
          value={filter.value}
          onChange={filter.onChange}
          label={`Filter ${inSentence(title)} by ${fully}`}
          placeholder={`Filter by ${fully}`}
          help={fields && ((props) => <FilterHelp fields={fields} {...props} />)}
        />
      )}
      {filters}
      {fields && isIdle && (
        <Suspense fallback={null}>
          <ViewsMenu />
        </Suspense>
      )}
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
