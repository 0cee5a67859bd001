import { expect, test } from 'vitest'
import { render } from '../../../ui/testing.ts'
import { FaultNotice } from './fault-notice.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const textOf = (of: { state: string; failure?: string | null; timeCreated: Date }): string =>
  render(<FaultNotice of={of} next="Delete it." />).container.textContent

test('says why it could not be made, and what to do next', () => {
  const failure = 'Disk d1 is unknown'
  expect(textOf({ state: 'faulted', failure, timeCreated: ago(1) })).toBe(
    'It could not be madeDisk d1 is unknown. Delete it.',
  )
  // Of an older server.
  expect(textOf({ state: 'faulted', timeCreated: ago(1) })).toBe('It could not be madeDelete it.')
})

test('says that it takes longer than usual, and nothing before', () => {
  expect(textOf({ state: 'creating', timeCreated: ago(6) })).toMatch(/^It takes longer than usual/)
  expect(textOf({ state: 'creating', timeCreated: ago(4) })).toBe('')
  expect(textOf({ state: 'ready', timeCreated: ago(6) })).toBe('')
})
