import { expect, test } from 'vitest'
import {
  changedTags,
  NO_TAGS,
  readTags,
  repeatedKeys,
  storedTags,
  tagChange,
  tagKeyProblem,
  tagOf,
  tagText,
  tagValueProblem,
} from './tags.ts'

test.each(['env', 'Env', 'a', 'app.kubernetes.io/name', 'cost-center_2', 'k'.repeat(63)])(
  'takes the key %s',
  (key) => expect(tagKeyProblem(key)).toBeNull(),
)

test.each(['', '1st', '-env', '_env', 'a b', 'ä', 'a=b', 'a:b', 'a\n', 'k'.repeat(64), '__proto__'])(
  'refuses the key %j',
  (key) => expect(tagKeyProblem(key)).not.toBeNull(),
)

test.each(['', 'prod', 'two words', 'a=b', 'Straße 🚀', 'v'.repeat(128)])('takes the value %j', (value) =>
  expect(tagValueProblem(value)).toBeNull(),
)

test.each(['a\nb', 'a\tb', '\u0000', '\u007F', '\u0085', '\uD800', 'v'.repeat(129)])(
  'refuses the value %j',
  (value) => expect(tagValueProblem(value)).not.toBeNull(),
)

test('names keys that are listed more than once, and tells upper from lower case', () => {
  const tags = ['env', 'Env', 'team', 'env'].map((key) => ({ key }))
  expect(repeatedKeys(tags)).toEqual([
    { path: '[3].key', code: 'duplicate', message: 'Key "env" is listed more than once' },
  ])
})

test('a change sets some tags, removes others, and leaves the rest', () => {
  const tags = [tagOf('env=test'), tagOf('old=1'), tagOf('team=web')]
  expect(changedTags(tags, { set: [tagOf('env=prod'), tagOf('a=')], remove: ['old', 'none'] })).toEqual(
    ['a=', 'env=prod', 'team=web'].map(tagOf),
  )
  // A key that is both removed and set has the new value.
  expect(changedTags(tags, { set: [tagOf('old=2')], remove: ['old'] })).toContainEqual(tagOf('old=2'))
})

test('the change between two lists makes one of the other', () => {
  const before = ['env=test', 'old=1', 'team=web'].map(tagOf)
  const after = ['env=prod', 'new=1', 'team=web'].map(tagOf)
  expect(tagChange(before, after)).toEqual({ set: ['env=prod', 'new=1'].map(tagOf), remove: ['old'] })
  expect(changedTags(before, tagChange(before, after))).toEqual(after)
})

test('a tag has the same value after it was written and read', () => {
  for (const text of ['env=prod', 'env=', 'query=a=b', 'constructor=x'])
    expect(tagText(tagOf(text))).toBe(text)
  expect(tagOf('env')).toEqual({ key: 'env', value: '' })
  const tags = ['constructor=1', 'env="q"', 'toString=2'].map(tagOf)
  expect(readTags(storedTags(tags.toReversed()))).toEqual(tags)
  expect(storedTags([])).toBe(NO_TAGS)
  expect(readTags(NO_TAGS)).toEqual([])
})
