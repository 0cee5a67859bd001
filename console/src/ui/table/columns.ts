import { type ColumnDef, createColumnHelper, metaHelper, tableFeatures } from '@tanstack/react-table'

export type ColumnMeta = {
  /** Numbers align at the end, so that their digits line up. */
  align?: 'end'
  /** CSS width, such as '8rem'; by default a column fits its content. */
  width?: string
  /** Row actions: narrow, always visible at the end. */
  actions?: boolean
}

export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })
export type Features = typeof features

// oxlint-disable-next-line typescript/no-explicit-any -- each column has a value type of its own
export type Column<Row extends object> = ColumnDef<Features, Row, any>

/**
 * Makes typed columns for one kind of row.
 * @example
 * const column = columnsOf<Disk>()
 * const columns = [column.accessor('name', { header: 'name' }), column.actions((disk) => <ActionsMenu … />)]
 */
export function columnsOf<Row extends object>() {
  const helper = createColumnHelper<Features, Row>()
  return {
    accessor: helper.accessor,
    display: helper.display,
    /** The last column, with an empty header: the actions of a row. */
    actions: (render: (row: Row) => React.ReactNode) =>
      helper.display({
        id: 'actions',
        header: '',
        meta: { actions: true },
        cell: ({ row }) => render(row.original),
      }),
  }
}

/**
 * Renders a cell or a heading by calling the column's function. As a component it would remount when columns are
 * recreated, and an open menu in a row would close at every render of the page.
 */
export const rendered = <Context>(said: unknown, context: Context): React.ReactNode =>
  typeof said === 'function'
    ? (said as (context: Context) => React.ReactNode)(context)
    : (said as React.ReactNode)
