import { expect, test } from 'vitest'
import { valueNames } from './value-names.ts'

test('values have the names of their metrics', () => {
  expect(valueNames('virtual_disk:reads,virtual_disk:writes', 2)).toEqual(['reads', 'writes'])
})

test('joined metrics of one name are told apart by their position', () => {
  expect(valueNames('virtual_disk:reads,a:writes,other:reads', 3)).toEqual(['reads', 'writes', 'reads_3'])
})

test('values without a metric have a name too', () => {
  expect(valueNames('a:in', 3)).toEqual(['in', 'value_2', 'value_3'])
})
