import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { act, fireEvent, render, screen } from '../testing.ts'
import { Combobox } from './combobox.tsx'

const items = [{ value: 'debian', label: 'Debian' }]
let choose: (value: string) => void

function Images() {
  const [value, setValue] = useState<string | null>(null)
  useEffect(() => void (choose = setValue), [])
  return <Combobox label="Image" items={items} value={value} onChange={setValue} />
}

afterEach(() => vi.unstubAllGlobals())

test('closes a list that opens after the focus has left', async () => {
  render(<Images />)
  const field = screen.getByRole('combobox', { name: 'Image' })
  act(() => field.focus())
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(field.getAttribute('aria-expanded')).toBe('false')
  // `act` would render what each step causes before the next one.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  let changes = 0
  const watch = new MutationObserver(() => changes++)
  watch.observe(field, { attributeFilter: ['aria-expanded'] })
  // The default choice arrives, and the user leaves the field before the list opens for it.
  flushSync(() => choose('debian'))
  field.blur()
  await expect.poll(() => changes).toBeGreaterThan(0)
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
})
