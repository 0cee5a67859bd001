import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { act, fireEvent, render, screen } from '../testing.ts'
import { Combobox } from './combobox.tsx'

const items = [{ value: 'debian', label: 'Debian' }]
let choose: (value: string) => void
let disable: (isDisabled: boolean) => void

function Images() {
  const [value, setValue] = useState<string | null>(null)
  const [isDisabled, setDisabled] = useState(false)
  useEffect(() => {
    choose = setValue
    disable = setDisabled
  }, [])
  return (
    <>
      <Combobox label="Image" items={items} value={value} onChange={setValue} isDisabled={isDisabled} />
      <button type="button">Next</button>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Image', hidden: true })
const next = () => screen.getByText<HTMLButtonElement>('Next')
const isOpen = () => field().getAttribute('aria-expanded') === 'true'
/** Waits until React has rendered everything that follows from the events. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))

/** Lets several events arrive before React renders what follows from the first one, as on a busy machine. */
async function inOneTurn(events: () => void): Promise<void> {
  // `act` would render what each step causes before the next one.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  events()
  vi.unstubAllGlobals()
  await settle()
}

afterEach(() => vi.unstubAllGlobals())

/** Focuses the field and closes its list. */
function enter() {
  act(() => field().focus())
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(isOpen()).toBe(false)
}

test('stays closed when a default choice arrives and the focus leaves at once', async () => {
  render(<Images />)
  enter()
  await inOneTurn(() => {
    flushSync(() => choose('debian'))
    next().focus()
  })
  expect([field().value, isOpen()]).toEqual(['Debian', false])
})

test('stays closed when a default choice arrives while the field has the focus', async () => {
  render(<Images />)
  enter()
  act(() => choose('debian'))
  await settle()
  expect([field().value, isOpen()]).toEqual(['Debian', false])
})

test.each([
  ['to another field', () => next().focus()],
  ['to the page', () => field().blur()],
])('closes when the focus leaves %s before the list is rendered', async (_, leave) => {
  render(<Images />)
  await inOneTurn(() => {
    field().focus()
    leave()
  })
  expect(isOpen()).toBe(false)
})

test('closes when the focus leaves right after a letter', async () => {
  render(<Images />)
  enter()
  await inOneTurn(() => {
    fireEvent.change(field(), { target: { value: 'd' } })
    next().focus()
  })
  expect([field().value, isOpen()]).toEqual(['', false])
})

test('closes when the focus leaves right after a key that opens the list', async () => {
  render(<Images />)
  enter()
  await inOneTurn(() => {
    fireEvent.keyDown(field(), { key: 'ArrowDown' })
    next().focus()
  })
  expect(isOpen()).toBe(false)
})

test('opens when the focus leaves and returns before a render', async () => {
  render(<Images />)
  enter()
  await inOneTurn(() => {
    next().focus()
    field().focus()
  })
  fireEvent.keyDown(field(), { key: 'Escape' })
  fireEvent.click(field())
  await settle()
  expect(isOpen()).toBe(true)
})

test('closes when the field is disabled', async () => {
  render(<Images />)
  act(() => field().focus())
  expect(isOpen()).toBe(true)
  act(() => disable(true))
  await settle()
  expect(isOpen()).toBe(false)
})

test('closes when the focus leaves by way of the list', async () => {
  render(<Images />)
  act(() => field().focus())
  // Where a screen reader closes the list.
  const dismiss = screen.getByRole('button', { name: 'Dismiss' })
  act(() => dismiss.focus())
  expect(isOpen()).toBe(true)
  // React Aria ignores a focus that is lost before it reaches another element.
  act(() => dismiss.blur())
  act(() => next().focus())
  await settle()
  expect(isOpen()).toBe(false)
})
