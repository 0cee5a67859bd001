import { expect, test } from 'vitest'
import { mistakeIn } from './editor/query-mistake.ts'
import { examplesFor } from './examples.ts'

test.each([null, { project: 'shop' }])('every example of the scope %s can run', (scope) => {
  expect(examplesFor(scope).length).toBeGreaterThan(4)
  expect(examplesFor(scope).flatMap(({ query }) => mistakeIn(query, scope) ?? [])).toEqual([])
})

test('a mistake covers the token that is wrong, or the place after the end', () => {
  const marked = (text: string) => {
    const mistake = mistakeIn(text, { project: 'shop' })
    return mistake && [mistake.message, text.slice(mistake.from, mistake.to), mistake.to - text.length]
  }
  expect(marked('get virtual_disk:reads\n| sort 3')).toEqual([
    'Line 2, column 3: expected filter, align, group_by, join, first or last, not "sort".',
    'sort',
    -2,
  ])
  expect(marked('get')).toEqual([
    'Line 1, column 4: the query ends, but the name of a series such as virtual_disk:reads must follow.',
    '',
    1,
  ])
  expect(marked('get virtual_disk:reads | filter disk_id == "a\nb')).toEqual([
    'Line 1, column 44: the string has no end.',
    '"a',
    -2,
  ])
  expect(marked('get virtual_disk:reads')).toBeNull()
})

test('without a project, a query needs a filter', () => {
  expect(mistakeIn('get virtual_disk:reads', null)?.message).toMatch(
    /filter virtual_disk:reads by a field or by time/,
  )
})
