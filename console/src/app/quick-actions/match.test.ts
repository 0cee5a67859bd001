import { expect, test } from 'vitest'
import { matches, score } from './match.ts'

test('matches letters in order at any position', () => {
  expect(score('ni', 'New instance')).not.toBeNull()
  expect(score('in', 'New instance')).not.toBeNull()
  expect(score('xn', 'New instance')).toBeNull()
  expect(score('New Instance', 'new instance')).not.toBeNull()
})

test('prefers consecutive letters to scattered ones', () => {
  expect(score('disk', 'Disks')!).toBeGreaterThan(score('disk', 'Do it soon, kind soul')!)
})

test('prefers letters at the start of words', () => {
  expect(score('cd', 'Create disk')!).toBeGreaterThan(score('cd', 'Candle')!)
})

test('puts the action with exactly this name first, with its group', () => {
  const found = matches(
    [
      { group: 'Actions', rank: -1, items: [{ label: 'New projects' }] },
      { group: 'Project', rank: 0, items: [{ label: 'Project Access' }, { label: 'Projects and more' }] },
      { group: 'Silo', rank: 1, items: [{ label: 'All projects' }, { label: 'Projects' }] },
    ],
    'projects ',
  )
  expect(found.map(({ group, label }) => `${group}: ${label}`)).toEqual([
    'Silo: Projects',
    'Silo: All projects',
    'Actions: New projects',
    'Project: Projects and more',
    'Project: Project Access',
  ])
})

test('keeps the order of groups, and puts the better match of a group first', () => {
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

test('shows the best hundred of a long group, and other groups whole', () => {
  const many = Array.from({ length: 1000 }, (_, at) => ({ label: `web-${at}` }))
  const groups = [
    { group: 'Go to instance', rank: 0, items: many },
    { group: 'User', rank: 3, items: [{ label: 'Website' }] },
  ]
  expect(matches(groups, 'web')).toHaveLength(101)
  expect(matches(groups, 'web-987').map(({ label }) => label)).toEqual(['web-987'])
})

test('keeps the order of registration for equal matches', () => {
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

test('puts the shorter of two equal matches first', () => {
  const items = [{ label: 'web-server' }, { label: 'web' }]
  expect(matches([{ group: 'Pages', rank: 0, items }], 'web').map(({ label }) => label)).toEqual([
    'web',
    'web-server',
  ])
})
