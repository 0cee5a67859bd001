import { expect, test } from 'vitest'
import { columnsOf } from '../../../ui/table/columns.ts'
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

test('has the tags if a row has some', () => {
  type Row = { id: string; name: string; tags?: { key: string; value: string }[] }
  const columns = [columnsOf<Row>().accessor('name', { header: 'name' })]
  const tags = [
    { key: 'env', value: 'prod' },
    { key: 'team', value: 'web' },
  ]
  expect(
    csvOf(columns, [
      { id: '1', name: 'a', tags },
      { id: '2', name: 'b', tags: [] },
    ]),
  ).toBe('\uFEFFname,id,tags\r\na,1,"env=prod, team=web"\r\nb,2,\r\n')
})
