import { expect, test } from 'vitest'
import { inOrderOfUse } from './session-order.ts'

test('lists this session first, then the others by their last use', () => {
  const session = (id: string, minute: number, isCurrent = false) => ({
    id,
    isCurrent,
    timeLastUsed: new Date(Date.UTC(2026, 0, 1, 0, minute)),
  })
  const sessions = [session('old', 1), session('new', 9), session('this', 5, true), session('middle', 6)]
  expect(inOrderOfUse(sessions).map(({ id }) => id)).toEqual(['this', 'new', 'middle', 'old'])
})
