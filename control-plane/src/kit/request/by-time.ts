import type { PageQuery } from './pagination.ts'

/** Returns a page query of a list that is sorted by a time, the oldest first unless it says otherwise. Rows have it as `time_created`. */
export function byTime(query: PageQuery, column: string) {
  const isDescending = query.sortBy === 'time_and_id_descending'
  const page: PageQuery = {
    ...query,
    sortBy: isDescending ? 'time_and_id_descending' : 'time_and_id_ascending',
    createdOrder: isDescending ? 'descending' : 'ascending',
  }
  return { page, keys: { id: 'id', fields: { created: { sort: { column, as: 'time_created' } } } } }
}
