import { expect, test } from 'vitest'
import { matches, score } from './match.ts'

test('letters must come in order, wherever they stand', () => {
  expect(score('ni', 'New instance')).not.toBeNull()
  expect(score('in', 'New instance')).not.toBeNull()
  expect(score('xn', 'New instance')).toBeNull()
  expect(score('New Instance', 'new instance')).not.toBeNull()
})

test('letters that stand together are better than letters that are strewn', () => {
  expect(score('disk', 'Disks')!).toBeGreaterThan(score('disk', 'Do it soon, kind soul')!)
})

test('groups keep their order and the better match of a group comes first', () => {
  const found = matches(
    [
      { group: 'User', rank: 3, items: [{ label: 'Settings' }] },
      { group: 'Actions', rank: -1, items: [{ label: 'New set of things' }] },
      { group: 'Go to project', rank: 0, items: [{ label: 'closet' }, { label: 'sets' }] },
    ],
    'set',
  )
  expect(found.map(({ group, label }) => `${group}: ${label}`)).toEqual([
    'Actions: New set of things',
    'Go to project: sets',
    'Go to project: closet',
    'User: Settings',
  ])
})

test('of a long group the best hundred are shown, and other groups whole', () => {
  const many = Array.from({ length: 1000 }, (_, at) => ({ label: `web-${at}` }))
  const groups = [
    { group: 'Go to instance', rank: 0, items: many },
    { group: 'User', rank: 3, items: [{ label: 'Website' }] },
  ]
  expect(matches(groups, 'web')).toHaveLength(101)
  expect(matches(groups, 'web-987').map(({ label }) => label)).toEqual(['web-987'])
})

test('equally good matches keep the order in which they were registered, in groups and across them', () => {
  const found = matches(
    [
      { group: 'Pages', rank: 0, items: [{ label: 'web-b' }, { label: 'web-a' }, { label: 'web-c' }] },
      { group: 'Actions', rank: 0, items: [{ label: 'web-d' }] },
      { group: 'Pages', rank: 0, items: [{ label: 'web-0' }] },
    ],
    'web',
  )
  expect(found.map(({ group, label }) => `${group}: ${label}`)).toEqual([
    'Pages: web-b',
    'Pages: web-a',
    'Pages: web-c',
    'Pages: web-0',
    'Actions: web-d',
  ])
})

test('of two labels that fit equally well the shorter one comes first', () => {
  const items = [{ label: 'web-server' }, { label: 'web' }]
  expect(matches([{ group: 'Pages', rank: 0, items }], 'web').map(({ label }) => label)).toEqual([
    'web',
    'web-server',
  ])
})
