import { beforeEach, expect, test } from 'vitest'
import { deleteView, MAX_VIEWS, savedViews, saveView } from './saved-views.ts'

const LIST = `silo/user ${crypto.randomUUID()}`
const names = () => savedViews.of(savedViews.get(), LIST).map(({ name }) => name)
beforeEach(() => {
  for (const name of names()) deleteView(LIST, name)
})

test('saves a view for each name, and deletes it', () => {
  saveView(LIST, { name: 'failed', search: { state: ['failed'] } })
  saveView(LIST, { name: 'large', search: { name: 'memory:>8GiB' } })
  saveView(LIST, { name: 'failed', search: { name: 'state:failed' } })
  expect(savedViews.of(savedViews.get(), LIST)).toEqual([
    { name: 'large', search: { name: 'memory:>8GiB' } },
    { name: 'failed', search: { name: 'state:failed' } },
  ])
  expect(JSON.parse(localStorage.getItem('saved-views')!)[LIST]).toHaveLength(2)
  deleteView(LIST, 'large')
  expect(names()).toEqual(['failed'])
})

test('keeps the newest of too many', () => {
  for (let at = 0; at <= MAX_VIEWS; at++) saveView(LIST, { name: `v${at}`, search: {} })
  expect(names()).toHaveLength(MAX_VIEWS)
  expect(names()[0]).toBe('v1')
})

test('keeps what another tab has saved, and no view of another form', () => {
  localStorage.setItem(
    'saved-views',
    JSON.stringify({
      [LIST]: [
        { name: 'theirs', search: {} },
        { name: 1 },
        null,
        { name: '', search: {} },
        { name: 'x'.repeat(41), search: {} },
      ],
    }),
  )
  saveView(LIST, { name: 'mine', search: {} })
  expect(names()).toEqual(['theirs', 'mine'])
})
