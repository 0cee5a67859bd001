import { DISK_FIELDS, INSTANCE_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { parseFilter } from '@granary/domain/list-filter/grammar.ts'
import { expect, test } from 'vitest'
import { suggestionsAt } from './filter-suggestions.ts'

const terms = (text: string, cursor = text.length) =>
  suggestionsAt(text, cursor, INSTANCE_FIELDS).items.map(({ term }) => term)

test('suggests fields that begin with the word at the cursor', () => {
  expect(terms('st')).toEqual(['state:'])
  expect(terms('web -CH')).toEqual(['-changed:'])
  expect(terms('me web', 2)).toEqual(['memory:'])
  expect(terms('zebra')).toEqual([])
  expect(terms('web ')).toHaveLength(Object.keys(INSTANCE_FIELDS).length)
})

test('suggests the values of a choice, each once', () => {
  expect(terms('state:st')).toEqual(['state:starting', 'state:stopping', 'state:stopped'])
  expect(terms('-state:failed,s')).toEqual([
    '-state:failed,starting',
    '-state:failed,stopping',
    '-state:failed,stopped',
  ])
  expect(terms('state:failed')).toEqual([])
  expect(terms('constructor:')).toEqual([])
})

test('suggests only terms that the list takes', () => {
  for (const fields of [INSTANCE_FIELDS, DISK_FIELDS])
    for (const name of Object.keys(fields))
      for (const { term } of suggestionsAt(`${name}:`, name.length + 1, fields).items)
        expect(parseFilter(term, fields).problem, term).toBeNull()
})

test('replaces the term from its beginning', () => {
  expect(suggestionsAt('web st', 6, INSTANCE_FIELDS)).toEqual({
    start: 4,
    items: [{ term: 'state:', about: 'run state' }],
  })
})
