import type { MouseEvent } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { NavigationProvider, PlainLink } from './navigation.tsx'
import { fireEvent, render, screen } from './testing.ts'

const navigate = vi.fn()
const preload = vi.fn()

afterEach(() => {
  vi.useRealTimers()
})

function shown(onClick?: (event: MouseEvent) => void) {
  navigate.mockClear()
  preload.mockClear()
  render(
    <NavigationProvider value={{ navigate, preload }}>
      <PlainLink href="/projects/a/disks" onClick={onClick}>
        Disks
      </PlainLink>
    </NavigationProvider>,
  )
  return screen.getByRole('link', { name: 'Disks' })
}

test('opens its page without loading the application again', () => {
  const onClick = vi.fn()
  expect(fireEvent.click(shown(onClick))).toBe(false)
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(navigate.mock.calls).toEqual([['/projects/a/disks']])
})

test('does nothing where a click has another effect', () => {
  fireEvent.click(shown((event) => event.preventDefault()))
  expect(navigate).not.toHaveBeenCalled()
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('leaves a click with %s to the browser', (key) => {
  const link = shown()
  let isLeft: boolean | undefined
  const note = (event: Event) => {
    isLeft = !event.defaultPrevented
    // jsdom can't open windows.
    event.preventDefault()
  }
  window.addEventListener('click', note, { once: true })
  fireEvent.click(link, { [key]: true })
  expect(isLeft).toBe(true)
  expect(navigate).not.toHaveBeenCalled()
})

test.each(['pointerEnter', 'focus'] as const)('loads its page ahead after %s', (sign) => {
  vi.useFakeTimers()
  const link = shown()
  fireEvent[sign](link)
  vi.advanceTimersByTime(20)
  expect(preload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  expect(preload.mock.calls).toEqual([['/projects/a/disks']])
})

test('loads nothing ahead for a pointer that passes', () => {
  vi.useFakeTimers()
  const link = shown()
  fireEvent.pointerEnter(link)
  fireEvent.pointerLeave(link)
  vi.advanceTimersByTime(1_000)
  expect(preload).not.toHaveBeenCalled()
})
