import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { act, fireEvent, render, screen } from '../testing.ts'
import { Combobox } from './combobox.tsx'
import { SidePanel } from '../overlay/side-panel.tsx'
import { containsLoosely } from './contains-loosely.ts'

const IMAGES = ['Debian 12', 'Debian 13', 'Alpine'].map((label) => ({ value: label.toLowerCase(), label }))

function Images({ start = null, arbitrary = false }: { start?: string | null; arbitrary?: boolean }) {
  const [value, setValue] = useState<string | null>(start)
  return (
    <form onSubmit={() => submitted()}>
      <Combobox label="Image" items={IMAGES} value={value} onChange={setValue} allowsArbitrary={arbitrary} />
      <output>{String(value)}</output>
    </form>
  )
}
const submitted = vi.fn()
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Image' })
const value = () => screen.getByRole('status', { hidden: true }).textContent
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const type = (text: string) => {
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: text } })
}

test('ignores spaces and case in a search', () => {
  expect(containsLoosely('Debian 12', 'debian1')).toBe(true)
  expect(containsLoosely('Debian12', 'n 12')).toBe(true)
  expect(containsLoosely('Alpine', 'debian')).toBe(false)
})

test('filters while the user types, and chooses only when they take an option', () => {
  render(<Images start="alpine" />)
  type('deb')
  expect(options()).toEqual(['Debian 12', 'Debian 13'])
  expect(value()).toBe('alpine')
  fireEvent.click(screen.getByRole('option', { name: 'Debian 13' }))
  expect([field().value, value()]).toEqual(['Debian 13', 'debian 13'])
})

test('discards partial input on blur, also when the choice was filtered out', () => {
  render(<Images start="alpine" />)
  type('deb')
  act(() => field().blur())
  expect([field().value, value()]).toEqual(['Alpine', 'alpine'])
})

test('discards partial input and closes the list on Escape, also without a match or a choice', () => {
  render(<Images />)
  type('nothing like it')
  expect(field().getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect([field().value, value()]).toEqual(['', 'null'])
  expect(field().getAttribute('aria-expanded')).toBe('false')
})

test('clears the choice with the text', () => {
  render(<Images start="alpine" />)
  type('')
  act(() => field().blur())
  expect([field().value, value()]).toEqual(['', 'null'])
})

test('shows when nothing matches', () => {
  render(<Images />)
  type('windows')
  expect(options()).toEqual(['No items match'])
})

test('fits a long list to its matches', () => {
  const items = Array.from({ length: 500 }, (_, n) => ({ value: `disk-${n}`, label: `disk-${n}` }))
  render(<Combobox label="Image" items={items} value={null} onChange={() => {}} />)
  type('disk-499')
  const { height, maxHeight } = screen.getByRole('listbox').style
  expect([height, maxHeight]).toEqual(['', '280px'])
})

test('takes each keystroke as the value in arbitrary mode, and offers it as custom', () => {
  render(<Images arbitrary />)
  type('10.0.0.1')
  expect(value()).toBe('10.0.0.1')
  expect(options()).toEqual(['Custom: 10.0.0.1'])
  act(() => field().blur())
  expect([field().value, value()]).toEqual(['10.0.0.1', '10.0.0.1'])
})

test('does not submit the form on Enter in the closed field', () => {
  render(<Images start="alpine" />)
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false)
  expect(submitted).not.toHaveBeenCalled()
})

/** A dialog, which focuses its first field as it opens. */
function Focusing({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.querySelector('input')?.focus(), [])
  return <div ref={box}>{children}</div>
}

test('keeps the list closed when a dialog focuses the field, and opens it at a press', () => {
  render(
    <Focusing>
      <Images />
    </Focusing>,
  )
  expect(document.activeElement).toBe(field())
  expect(field().getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(field())
  expect(field().getAttribute('aria-expanded')).toBe('true')
})

test('keeps the choice when another user deletes it, also while the field has the focus', () => {
  const onChange = vi.fn()
  const show = (items: typeof IMAGES) => (
    <Combobox label="Image" items={items} value="alpine" onChange={onChange} />
  )
  const { rerender } = render(show(IMAGES))
  act(() => field().focus())
  fireEvent.keyDown(field(), { key: 'Escape' })
  rerender(show(IMAGES.slice(0, 2)))
  expect([field().value, field().getAttribute('aria-expanded')]).toEqual(['Alpine', 'false'])
  fireEvent.keyDown(field(), { key: 'Tab' })
  act(() => field().blur())
  expect(onChange).not.toHaveBeenCalled()
  act(() => field().focus())
  fireEvent.click(field())
  expect(screen.getByRole('option', { name: /Alpine/ }).getAttribute('aria-disabled')).toBe('true')
})

test('keeps the list open when the page scrolls by itself, and closes it when the user scrolls', () => {
  render(<Images />)
  act(() => field().focus())
  fireEvent.click(field())
  const isOpen = () => field().getAttribute('aria-expanded')
  fireEvent.scroll(document)
  expect(isOpen()).toBe('true')
  fireEvent.wheel(document.body)
  fireEvent.scroll(document)
  expect(isOpen()).toBe('false')
})

test.each([
  ['a list that stays open', { start: 'debian 12', arbitrary: false }, 'true'],
  ['a list that closes itself', { start: null, arbitrary: true }, 'false'],
])('in a panel, the first Escape after an exact match is for the list: %s', async (_, images, expanded) => {
  const onClose = vi.fn()
  render(
    <SidePanel title="New" onClose={onClose} footer={null}>
      <Images {...images} />
    </SidePanel>,
  )
  await screen.findByRole('dialog', { name: 'New' })
  type('Debian 1')
  type('Debian 12')
  const shown = () => [field().value, value(), field().getAttribute('aria-expanded')]
  expect(shown()).toEqual(['Debian 12', 'debian 12', expanded])
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(shown()).toEqual(['Debian 12', 'debian 12', 'false'])
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})

/** Options that a form makes at each render, whose values differ from their labels. */
function Numbered({ arbitrary }: { arbitrary: boolean }) {
  const [value, setValue] = useState<string | null>('')
  const items = [
    { value: '', label: 'All types' },
    { value: '1', label: '1 - One' },
    { value: '12', label: '12 - Twelve' },
    { value: '12', label: 'Twelve again' },
  ]
  return (
    <>
      <Combobox label="Image" items={items} value={value} onChange={setValue} allowsArbitrary={arbitrary} />
      <output>{String(value)}</output>
    </>
  )
}

test.each([true, false])('may be typed to the end, key by key, with custom values %s', (arbitrary) => {
  render(<Numbered arbitrary={arbitrary} />)
  for (const word of ['', '12', '123', '12 - Twelve', 'Twelve again', 'Custom: 12', '1'])
    for (let length = 0; length <= word.length; length++) type(word.slice(0, length))
  expect(field().value).toBe('1')
  expect(value()).toBe(arbitrary ? '1' : 'null')
  act(() => field().blur())
  expect(field().value).toBe(arbitrary ? '1 - One' : '')
})

test('closes the list when the user takes the custom text, and shows what is around it all the time', () => {
  render(
    <>
      <Images arbitrary />
      <button type="button">Add</button>
    </>,
  )
  type('windows')
  expect(field().getAttribute('aria-expanded')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Add' })).not.toBeNull()
  fireEvent.click(screen.getByRole('option', { name: 'Custom: windows' }))
  expect(field().getAttribute('aria-expanded')).toBe('false')
  expect([field().value, value()]).toEqual(['windows', 'windows'])
})
