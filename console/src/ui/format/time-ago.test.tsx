import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { act, fireEvent, render, screen } from '../testing.ts'
import { TimeAgo } from './time-ago.tsx'

const START = new Date('2026-01-01T12:00:00Z')
const ago = (seconds: number) => new Date(START.getTime() - seconds * 1000)

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

test('ages while it is shown, with one timer for all of a page', () => {
  const { unmount } = render(
    <>
      <TimeAgo date={ago(50)} />
      <TimeAgo date={ago(20)} />
    </>,
  )
  expect(screen.getAllByRole('time').map((age) => age.textContent)).toEqual(['50s', '20s'])
  expect(vi.getTimerCount()).toBe(1)
  act(() => void vi.advanceTimersByTime(15_000))
  expect(screen.getAllByRole('time').map((age) => age.textContent)).toEqual(['1m', '35s'])
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('shows nothing in the future', () => {
  vi.setSystemTime(START.getTime() + 900)
  const { unmount } = render(<TimeAgo date={new Date(START.getTime() + 800)} />)
  expect(screen.getByRole('time').textContent).toBe('0s')
  unmount()
})

test('writes the exact time only while its tooltip is open', () => {
  const { unmount } = render(<TimeAgo date={ago(50)} label="Created" />)
  expect(document.querySelector('[role=tooltip]')).toBeNull()
  fireEvent.pointerEnter(screen.getByRole('time'))
  act(() => void vi.advanceTimersByTime(1_000))
  expect(document.querySelector('[role=tooltip]')?.textContent).toContain('CreatedJan 1, 2026')
  unmount()
})
