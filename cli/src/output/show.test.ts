import { contract } from '@granary/contract/contract.ts'
import { expect, test } from 'vitest'
import { cell } from './cells.ts'
import { columnsOf, showItems, showOne } from './show.ts'
import { answerFieldsOf, itemFieldsOf } from '../answer.ts'

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

test('no cell can control the terminal or break the line', () => {
  expect(cell('a\u001b[31mb\nc\u202ed\u0007')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('shows the name first, then specific fields, and ids last', () => {
  const columns = columnsOf(itemFieldsOf(contract.instanceList), [])
  expect(columns[0]).toBe('name')
  expect(columns.slice(-4)).toEqual(['time_created', 'id', 'time_modified', 'description'])
  expect(columns[1]).toBe('run_state')
  expect(columns.indexOf('project_id')).toBeGreaterThan(columns.indexOf('memory'))
})

test('shows the id of an item without a name', () => {
  expect(columnsOf(itemFieldsOf(contract.scimTokenList), [])).toEqual([
    'id',
    'time_expires',
    'max_fleet_role',
    'time_created',
  ])
})

test('shows bytes in readable units', () => {
  const fields = itemFieldsOf(contract.instanceList)
  expect(showItems([{ name: 'web', memory: 2 ** 32 }], ['name', 'memory'], fields, null)).toBe(
    'NAME  MEMORY\nweb   4 GiB\n',
  )
})

test('shows one resource with a line per field, and a line per nested field', () => {
  const one = answerFieldsOf(contract.instanceView)
  expect(showOne({ memory: 2 ** 30, tags: [], rules: [{ a: [1] }] }, one, null)).toBe(
    'memory  1 GiB\ntags    -\nrules   [{"a":[1]}]\n',
  )
  const utilization = { capacity: { cpus: 2, memory: 2 ** 31 }, provisioned: {} }
  expect(showOne(utilization, answerFieldsOf(contract.utilizationView), null)).toBe(
    'capacity.cpus    2\ncapacity.memory  2 GiB\nprovisioned      {}\n',
  )
})

test('shows a response that is nothing but a list as a table', () => {
  const policy = { role_assignments: [{ identity_id: 'i', identity_type: 'silo_user', role_name: 'admin' }] }
  expect(showOne(policy, answerFieldsOf(contract.policyView), null)).toBe(
    'IDENTITY TYPE  ROLE NAME  IDENTITY ID\nsilo_user      admin      i\n',
  )
})
