import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { act, fireEvent, render, screen } from './testing.ts'
import { Tip, Tooltip } from './tooltip.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const isOpen = () => document.querySelector('[role="tooltip"]')?.hasAttribute('data-open')

test('opens after 250 ms of hovering and closes at once', () => {
  render(
    <Tooltip content="Full name">
      <button type="button">short</button>
    </Tooltip>,
  )
  const button = screen.getByRole('button')
  fireEvent.pointerEnter(button)
  act(() => void vi.advanceTimersByTime(249))
  expect(isOpen()).toBe(false)
  act(() => void vi.advanceTimersByTime(1))
  expect(isOpen()).toBe(true)
  fireEvent.pointerLeave(button)
  expect(isOpen()).toBe(false)
})

test('opens although the element under a resting pointer is rendered anew', () => {
  const row = (key: number) => (
    <Tooltip key={key} content="Full name">
      <button type="button">short</button>
    </Tooltip>
  )
  const { rerender } = render(row(0))
  const enter = () => fireEvent.pointerEnter(screen.getByRole('button'), { clientX: 40, clientY: 30 })
  for (const key of [0, 1, 2]) {
    rerender(row(key))
    enter()
    expect(isOpen()).toBe(false)
    act(() => void vi.advanceTimersByTime(100))
  }
  rerender(row(3))
  enter()
  act(() => void vi.advanceTimersByTime(0))
  expect(isOpen()).toBe(true)
})

test('opens at once on focus; Escape closes it and nothing behind it', () => {
  const onKeyDown = vi.fn()
  render(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a dialog that listens
    <div onKeyDown={onKeyDown}>
      <Tip>Why</Tip>
    </div>,
  )
  const tip = screen.getByRole('button', { name: 'Tip' })
  act(() => tip.focus())
  expect(isOpen()).toBe(true)
  fireEvent.keyDown(tip, { key: 'Escape' })
  expect(isOpen()).toBe(false)
  expect(onKeyDown).not.toHaveBeenCalled()
  fireEvent.keyDown(tip, { key: 'Escape' })
  expect(onKeyDown).toHaveBeenCalledTimes(1)
})

test('is not part of the text that it explains', () => {
  const { container } = render(
    <Tooltip content="explanation">
      <span>word</span>
    </Tooltip>,
  )
  expect(container.textContent).toBe('word')
  expect(document.body.textContent).toContain('explanation')
})

test('shows a truncated name when the pointer is on it, and nothing for a name that fits', () => {
  render(
    <Tooltip content="a long name" namesChild onlyIfCut>
      <span>a long name</span>
    </Tooltip>,
  )
  const name = screen.getByText('a long name')
  const hover = () => {
    fireEvent.pointerEnter(name)
    act(() => void vi.advanceTimersByTime(250))
  }
  const tooltip = () => document.querySelector('[role="tooltip"]')
  hover()
  expect(tooltip()).toBeNull()
  Object.defineProperty(name, 'scrollWidth', { value: 200 })
  hover()
  expect(tooltip()?.textContent).toBe('a long name')
  expect(name.getAttribute('aria-describedby')).toBeNull()
  fireEvent.pointerLeave(name)
  expect(tooltip()).toBeNull()
})
