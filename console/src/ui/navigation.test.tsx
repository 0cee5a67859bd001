import type { MouseEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { NavigationProvider, PlainLink } from './navigation.tsx'
import { fireEvent, render, screen } from './testing.ts'

const navigate = vi.fn()

function shown(onClick?: (event: MouseEvent) => void) {
  navigate.mockClear()
  render(
    <NavigationProvider navigate={navigate}>
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
