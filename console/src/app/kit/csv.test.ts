import { expect, test } from 'vitest'
import { columnsOf } from '../../ui/table/columns.ts'
import { csvOf } from './csv.ts'

test('has the columns of fields and the ID, with the names of the API', () => {
  type Row = { id: string; name: string; timeCreated: string }
  const column = columnsOf<Row>()
  const columns = [
    column.accessor('name', { header: 'name' }),
    column.accessor('timeCreated', { header: 'created' }),
    column.display({ id: 'role', header: 'role' }),
    column.actions(() => null),
  ]
  expect(csvOf(columns, [{ id: '1', name: 'a', timeCreated: 't' }])).toBe(
    '\uFEFFname,time_created,id\r\na,t,1\r\n',
  )
  expect(csvOf(columns, [])).toBe('\uFEFFname,time_created,id\r\n')
})
