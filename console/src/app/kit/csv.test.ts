import { expect, test } from 'vitest'
import { columnsOf } from '../../ui/table/columns.ts'
import { csvField, csvOf } from './csv.ts'

test('quotes what would break a line, and doubles quotes', () => {
  expect(['web', 'a,b', 'say "hi"', 'two\nlines', ' edge', ''].map(csvField)).toEqual([
    'web',
    '"a,b"',
    '"say ""hi"""',
    '"two\nlines"',
    '" edge"',
    '',
  ])
})

test('leaves no text that a spreadsheet runs as a formula', () => {
  for (const text of ['=1+1', '+1', '-1', '@cmd', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])
    expect(csvField(text)).toMatch(/^"?'/)
  expect(csvField([`=1`, 'b'])).toBe("'=1 b")
  expect(csvField(-1)).toBe('-1')
})

test('writes times, lists, states and missing values as text', () => {
  expect(csvField(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
  expect(csvField(['10.0.0.1', '10.0.0.2'])).toBe('10.0.0.1 10.0.0.2')
  expect(csvField({ state: 'attached', instance: 'web' })).toBe('attached web')
  expect([csvField(null), csvField(undefined), csvField(false)]).toEqual(['', '', 'false'])
})

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
