import { expect, test } from 'vitest'
import { pairs, table } from './table.ts'

const rows = [
  ['web', 'running', '1'],
  ['データ', 'stopped', '2'],
]

test('fits columns to their content, with wide characters too', () => {
  expect(table(['name', 'run_state', 'x'], rows, null)).toBe(
    'NAME    RUN STATE  X\nweb     running    1\nデータ  stopped    2\n',
  )
})

test('leaves out columns from the right, but never the first', () => {
  expect(table(['name', 'run_state', 'x'], rows, 19)).toBe(
    'NAME    RUN STATE\nweb     running\nデータ  stopped\n',
  )
  expect(table(['name', 'run_state', 'x'], rows, 1)).toBe('NAME\nweb\nデータ\n')
})

test('shows only headings for an empty list', () => {
  expect(table(['name', 'id'], [], 80)).toBe('NAME  ID\n')
})

test('aligns values after their names', () => {
  expect(
    pairs([
      ['id', '1'],
      ['run_state', 'running'],
      ['note', ''],
    ]),
  ).toBe('id         1\nrun_state  running\nnote\n')
})
