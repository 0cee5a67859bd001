import { expect, test } from 'vitest'
import type { Freshness } from './freshness.ts'
import { KeptTexts } from './kept-texts.ts'

const MiB = 2 ** 20
/** A text of which 64 are too many. */
const LARGE = 'x'.repeat(MiB)

const at = (version: number): Freshness => ({
  stamp: () => ({ counters: [], version }),
  isCurrent: (stamp) => stamp.version === version,
})
const now = at(1)

/** Keeps a text as two requests do. */
function keep(texts: KeptTexts, owner: string, key: string, { freshness = now, text = LARGE } = {}) {
  texts.isNew(owner, key)
  texts.keep(freshness, owner, key, text)
  return texts.keep(freshness, owner, key, text)
}

/** Returns which of an owner's texts are kept, without using them. */
const keysOf = (texts: KeptTexts, owner: string, keys: readonly string[]) =>
  keys.filter((key) => texts.find(now, owner, key))

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `${n}`)

test('keeps a text that is asked for a second time, for its owner and question', () => {
  const texts = new KeptTexts()
  expect(texts.isNew('silo', 'list')).toBe(true)
  expect(texts.isNew('silo', 'list')).toBe(false)
  expect(texts.isNew('other', 'list')).toBe(true)
  const kept = texts.keep(now, 'silo', 'list', 'text')
  expect(kept).toMatchObject({ text: 'text' })
  expect(texts.find(now, 'silo', 'list')).toBe(kept)
  expect(texts.find(now, 'other', 'list')).toBeNull()
  expect(texts.find(now, 'silo', 'other')).toBeNull()
})

test('after a change, keeps a text when it is asked twice since', () => {
  const texts = new KeptTexts()
  keep(texts, 'silo', 'list')
  for (const version of [2, 3, 4]) {
    expect(texts.isNew('silo', 'list')).toBe(false)
    expect(texts.find(at(version), 'silo', 'list')).toBeNull()
    expect(texts.keep(at(version), 'silo', 'list', 'text')).toBeNull()
  }
  expect(texts.keep(at(4), 'silo', 'list', 'text')).not.toBeNull()
})

test('a text of another version is forgotten', () => {
  const texts = new KeptTexts()
  keep(texts, 'silo', 'list')
  expect(texts.find(at(2), 'silo', 'list')).toBeNull()
  expect(texts.find(now, 'silo', 'list')).toBeNull()
})

test('texts of another version make room first, however often they were used', () => {
  const texts = new KeptTexts()
  for (const key of numbered(63)) keep(texts, 'silo', key)
  for (let round = 0; round < 5; round++) keysOf(texts, 'silo', numbered(63))
  for (const key of numbered(63))
    expect(keep(texts, 'silo', `new ${key}`, { freshness: at(2) })).not.toBeNull()
})

test('a text that two requests keep at the same time counts once', () => {
  const texts = new KeptTexts()
  for (let time = 0; time < 200; time++) keep(texts, 'silo', 'list')
  for (const key of numbered(60)) expect(keep(texts, 'silo', key)).not.toBeNull()
  expect(keysOf(texts, 'silo', ['list', ...numbered(60)])).toHaveLength(61)
})

test('remembers no long question, and only so many', () => {
  const texts = new KeptTexts()
  for (let time = 0; time < 2; time++) expect(texts.isNew('silo', 'x'.repeat(1_000))).toBe(true)
  texts.isNew('silo', 'first')
  for (let number = 0; number < 10_000; number++) texts.isNew('silo', String(number))
  expect(texts.isNew('silo', 'first')).toBe(true)
})

test('keeps no long text', () => {
  expect(keep(new KeptTexts(), 'silo', 'list', { text: 'x'.repeat(2 * MiB) })).toBeNull()
  expect(keep(new KeptTexts(), 'silo', 'list', { text: '機'.repeat(MiB) })).toBeNull()
  expect(keep(new KeptTexts(), 'silo', 'list', { text: 'é'.repeat(MiB) })).not.toBeNull()
})

test('an owner with many texts loses one for that of another owner, which loses none', () => {
  const texts = new KeptTexts()
  expect(keep(texts, 'small', 'list')).not.toBeNull()
  for (const key of numbered(100)) keep(texts, 'large', key)
  expect(texts.find(now, 'small', 'list')).not.toBeNull()
  for (const key of numbered(20)) expect(keep(texts, 'small', key)).not.toBeNull()
  expect(keysOf(texts, 'small', numbered(20))).toHaveLength(20)
})

test('reading one list after the other does not replace texts that are used', () => {
  const texts = new KeptTexts()
  for (const key of numbered(60)) keep(texts, 'silo', key)
  const used = numbered(30)
  for (let round = 0; round < 20; round++) {
    expect(keysOf(texts, 'silo', used)).toHaveLength(30)
    for (const key of numbered(10)) keep(texts, 'silo', `${round} ${key}`)
  }
})

test('texts that are no longer used make room', () => {
  const texts = new KeptTexts()
  for (const key of numbered(63)) keep(texts, 'silo', key)
  for (let round = 0; round < 5; round++) keysOf(texts, 'silo', numbered(63))
  let tries = 0
  while (!keep(texts, 'silo', 'new') && tries < 1_000) tries += 1
  expect(tries).toBeGreaterThan(0)
  expect(tries).toBeLessThan(63 * 4)
})

test('many short texts make room too', () => {
  const texts = new KeptTexts()
  const keys = numbered(250_000)
  for (const key of keys) keep(texts, 'silo', key, { text: '' })
  expect(keysOf(texts, 'silo', keys).length).toBeLessThan(224_000)
})
