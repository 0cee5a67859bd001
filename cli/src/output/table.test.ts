import { expect, test } from 'vitest'
import { pairs, table } from './table.ts'

const rows = [
  ['web', 'running', '1'],
  ['データ', 'stopped', '2'],
]

test('columns are as wide as what is in them, also for wide letters', () => {
  expect(table(['name', 'run_state', 'x'], rows, null)).toBe(
    'NAME    RUN STATE  X\nweb     running    1\nデータ  stopped    2\n',
  )
})

test('what does not fit is left out from the right, and the first column never is', () => {
  expect(table(['name', 'run_state', 'x'], rows, 19)).toBe(
    'NAME    RUN STATE\nweb     running\nデータ  stopped\n',
  )
  expect(table(['name', 'run_state', 'x'], rows, 1)).toBe('NAME\nweb\nデータ\n')
})

test('a list of nothing is its headings', () => {
  expect(table(['name', 'id'], [], 80)).toBe('NAME  ID\n')
})

test('names stand before their values', () => {
  expect(
    pairs([
      ['id', '1'],
      ['run_state', 'running'],
      ['note', ''],
    ]),
  ).toBe('id         1\nrun_state  running\nnote\n')
})
