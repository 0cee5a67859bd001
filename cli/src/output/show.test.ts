import { contract } from '@granary/contract/contract.ts'
import { expect, test } from 'vitest'
import { fieldsOf } from '../fields.ts'
import { cell } from './cells.ts'
import { columnsOf, showItems, showOne } from './show.ts'
import { itemFieldsOf } from '../answer.ts'

test.each([
  [null, '-'],
  ['', '-'],
  [[], '-'],
  [0, '0'],
  [false, 'false'],
  ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05Z'],
  [['a', 'b'], 'a, b'],
  [{ state: 'attached', instance: 'x' }, 'attached'],
  [{ type: 'v4' }, 'v4'],
  [{ a: 1 }, '{"a":1}'],
  [[{ a: 1 }], '[{"a":1}]'],
])('%j is shown as %s', (value, shown) => {
  expect(cell(value)).toBe(shown)
})

test('nothing in a cell can command the terminal or break the line', () => {
  expect(cell('a\u001b[31mb\nc\u202ed\u0007')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('a list shows the name first, then what is particular, and ids at the end', () => {
  const columns = columnsOf(itemFieldsOf(contract.instanceList), [])
  expect(columns[0]).toBe('name')
  expect(columns.slice(-4)).toEqual(['time_created', 'time_modified', 'id', 'description'])
  expect(columns).toContain('run_state')
})

test('what has no name is called by its id', () => {
  expect(columnsOf(itemFieldsOf(contract.currentUserAccessTokenList), [])).toEqual([
    'id',
    'time_expires',
    'time_created',
  ])
})

test('bytes are shown in units that people read', () => {
  const fields = itemFieldsOf(contract.instanceList)
  expect(showItems([{ name: 'web', memory: 2 ** 32 }], ['name', 'memory'], fields, null)).toBe(
    'NAME  MEMORY\nweb   4 GiB\n',
  )
  const one = new Map(fieldsOf(contract.instanceView.response).map((field) => [field.name, field]))
  expect(showOne({ memory: 2 ** 30, boot_disk: { a: [1] }, tags: [] }, one)).toBe(
    'memory     1 GiB\nboot_disk  {"a":[1]}\ntags       -\n',
  )
})
