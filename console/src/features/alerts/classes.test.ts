import { expect, test } from 'vitest'
import { globsOf, matchesOf } from './classes.ts'

const NAMES = ['pool.full', 'pool.full.resolved', 'update.ended', 'update.failed', 'credential.created']

test('offers a glob for words with several classes', () => {
  expect(globsOf(NAMES)).toEqual(['pool.**', 'update.**'])
  expect(globsOf([])).toEqual([])
})

test('lists what a subscription matches', () => {
  expect(matchesOf('**', NAMES)).toEqual(NAMES)
  expect(matchesOf('pool.*', NAMES)).toEqual(['pool.full'])
  expect(matchesOf('update.ended', NAMES)).toEqual(['update.ended'])
  expect(matchesOf('gone.class', NAMES)).toEqual([])
})
