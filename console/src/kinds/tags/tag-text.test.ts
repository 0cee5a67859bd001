import { tagValueProblem } from '@granary/domain/tags.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newTags, tagsOf, tagsProblem, textOfTags } from './tag-text.ts'

test('reads tags that are separated by commas, with quotes around a value that has one', () => {
  expect(tagsOf('env=prod, team=web shop,,note="one, \\"two\\"", size=3"')).toEqual([
    { key: 'env', value: 'prod' },
    { key: 'team', value: 'web shop' },
    { key: 'note', value: 'one, "two"' },
    { key: 'size', value: '3"' },
  ])
  expect(newTags('  ')).toBeUndefined()
})

test('reads the tags that it writes', () => {
  const value = fc
    .string({ maxLength: 20, unit: 'grapheme' })
    .filter((text) => tagValueProblem(text) === null)
  const tag = fc.record({ key: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_./-]{0,9}$/), value })
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 4 }), (tags) => {
      expect(tagsOf(textOfTags(tags))).toEqual(tags)
    }),
  )
})

test('quotes a value that has the beginning of a quoted one', () => {
  const tags = [
    { key: 'note', value: 'x="y' },
    { key: 'size', value: '1"' },
  ]
  expect(tagsOf(textOfTags(tags))).toEqual(tags)
})

test.each([
  ['env', 'env: Must be KEY=VALUE'],
  ['a=1, 1=x', '1=x: Must start with a letter'],
  ['a=1, a=2', 'Key "a" is listed more than once'],
  [Array.from({ length: 21 }, (_, at) => `k${at}=1`).join(), 'A resource can have 20 tags'],
  ['a=1, b=', null],
  ['', null],
])('says what is wrong with %j', (text, problem) => expect(tagsProblem(text)).toBe(problem))
