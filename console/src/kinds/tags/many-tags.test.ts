import { expect, test } from 'vitest'
import { manyTagsOf, manyTagsProblem } from './many-tags.ts'

test('reads tags and keys that are separated by commas', () => {
  expect(manyTagsOf({ set: 'env=prod, team=web shop,', remove: ' old ' })).toEqual({
    set: [
      { key: 'env', value: 'prod' },
      { key: 'team', value: 'web shop' },
    ],
    remove: ['old'],
  })
})

test.each([
  [{ set: '', remove: ' ' }, 'Enter tags to set, keys to remove, or both'],
  [{ set: 'env', remove: '' }, 'env: Must be KEY=VALUE'],
  [{ set: 'a=1,1=x', remove: '' }, '1=x: Must start with a letter'],
  [{ set: 'a=1,a=2', remove: '' }, 'Key "a" is listed more than once'],
  [
    { set: '', remove: 'a b' },
    'a b: Can only contain letters, numbers, dashes, underscores, dots and slashes',
  ],
  [{ set: 'a=1', remove: 'b' }, null],
])('says what is wrong with %j', (tags, problem) => expect(manyTagsProblem(tags)).toBe(problem))
