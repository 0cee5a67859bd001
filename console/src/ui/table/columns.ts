import type { ReactNode } from 'react'

export type ColumnMeta = {
  /** Numbers align at the end, so that their digits line up. */
  align?: 'end'
  /** CSS width, such as '8rem'; by default a column fits its content. */
  width?: string
  /** What the server sorts the list by, if a press of the heading does so. Names and times of creation need none. */
  sort?: string
  /** Heading above neighbouring columns of the same group. */
  group?: string
  /**
   * When the column gives its room to more important ones, where there is too little. A button in the head shows all columns. Only in
   * tables with row actions, which have the button.
   */
  givesWay?: 'first' | 'second'
  /** Where room is short, a date without the time of day, as for every `created`. */
  day?: true
  /**
   * The class of its cells. `fills`: a text that takes the room that the others leave, and is cut there. `described`: a description, which
   * claims little room. `actions`: row actions, narrow and always visible at the end.
   */
  kind?: 'fills' | 'described' | 'actions'
}

/** What a cell is rendered from. */
export type CellContext<Row extends object, Value> = { row: { original: Row }; getValue: () => Value }

type Definition<Row extends object, Value> = {
  header: ReactNode | (() => ReactNode)
  /** By default the value itself. */
  cell?: (context: CellContext<Row, Value>) => ReactNode
  meta?: ColumnMeta
}

// oxlint-disable-next-line typescript/no-explicit-any -- each column has a value type of its own
export type Column<Row extends object> = Definition<Row, any> & {
  id: string
  /** The field of the row that the column shows; undefined if it is made of several. */
  field?: keyof Row & string
}

/**
 * Makes typed columns for one kind of row.
 * @example
 * const column = columnsOf<Disk>()
 * const columns = [column.accessor('name', { header: 'name' }), column.actions((disk) => <ActionsMenu … />)]
 */
export function columnsOf<Row extends object>() {
  return {
    /** A column of one field. Two columns of a field need an ID of their own. */
    accessor: <Field extends keyof Row & string>(
      field: Field,
      definition: Definition<Row, Row[Field]> & { id?: string },
    ): Column<Row> => ({ id: field, field, ...definition }),
    /** A column of several fields. */
    display: (definition: Definition<Row, undefined> & { id: string }): Column<Row> => definition,
    /** The last column, with an empty header: the actions of a row. */
    actions: (render: (row: Row) => ReactNode): Column<Row> => ({
      id: 'actions',
      header: '',
      meta: { kind: 'actions' },
      cell: ({ row }) => render(row.original),
    }),
  }
}

/**
 * Renders a heading by calling the column's function. As a component it would remount when columns are recreated, and
 * an open tip in a heading would close at every render of the page.
 */
export const headingOf = <Row extends object>({ header }: Column<Row>): ReactNode =>
  typeof header === 'function' ? header() : header

/** Renders a cell by calling the column's function, for the same reason as {@link headingOf}. */
export function cellOf<Row extends object>({ field, cell }: Column<Row>, original: Row): ReactNode {
  const value = field === undefined ? undefined : original[field]
  return cell ? cell({ row: { original }, getValue: () => value }) : (value as ReactNode)
}

/**
 * Returns when a column gives way; undefined if it stays. The time of creation is the first to go, and nothing goes where no button would
 * show it.
 */
export const rankOf = <Row extends object>(
  { header, meta }: Column<Row>,
  columns: readonly Column<Row>[],
): ColumnMeta['givesWay'] =>
  columns.some((column) => column.meta?.kind === 'actions')
    ? (meta?.givesWay ?? (header === 'created' && columns.length > 4 ? 'first' : undefined))
    : undefined

/** Whether the day is enough in a column where room is short: that of the creation, beside several others. */
export const isDay = <Row extends object>(
  { header, meta }: Column<Row>,
  columnCount: number,
): true | undefined => meta?.day || (header === 'created' && columnCount > 4) || undefined
