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
