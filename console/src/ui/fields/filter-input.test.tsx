import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { act, fireEvent, render, screen } from '../testing.ts'
import { FILTER_REST, type FilterHelpProps, FilterInput } from './filter-input.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter disks' })
const rest = () => act(() => void vi.advanceTimersByTime(FILTER_REST))

test('reports input after a pause, and clearing at once', () => {
  const onChange = vi.fn()
  render(<FilterInput label="Filter disks" value="" onChange={onChange} />)
  fireEvent.change(field(), { target: { value: 'd' } })
  fireEvent.change(field(), { target: { value: 'db ' } })
  expect(onChange).not.toHaveBeenCalled()
  rest()
  expect(onChange).toHaveBeenCalledExactlyOnceWith('db')
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(onChange).toHaveBeenLastCalledWith('')
  expect(field().value).toBe('')
})

test('takes a new value from outside, and keeps the user’s own input', () => {
  const { rerender } = render(<FilterInput label="Filter disks" value="" onChange={() => {}} />)
  fireEvent.change(field(), { target: { value: 'db ' } })
  rest()
  rerender(<FilterInput label="Filter disks" value="db" onChange={() => {}} />)
  expect(field().value).toBe('db ')
  rerender(<FilterInput label="Filter disks" value="web" onChange={() => {}} />)
  expect(field().value).toBe('web')
})

/** Renders an empty field. @returns what types into it, and what brings it a value from the address. */
function show() {
  const { rerender } = render(<FilterInput label="Filter disks" value="" onChange={() => {}} />)
  return {
    type: (value: string) => {
      fireEvent.change(field(), { target: { value } })
      rest()
    },
    arrives: (value: string) =>
      rerender(<FilterInput label="Filter disks" value={value} onChange={() => {}} />),
  }
}

test('keeps the input when an earlier report comes back late', () => {
  const { type, arrives } = show()
  type('d')
  type('db')
  arrives('d')
  expect(field().value).toBe('db')
  arrives('db')
  expect(field().value).toBe('db')
  arrives('d')
  expect(field().value).toBe('d')
})

test('keeps the input when a report comes back after the field was cleared', () => {
  const { type, arrives } = show()
  type('d')
  type('')
  type('w')
  for (const value of ['d', '', 'w']) {
    arrives(value)
    expect(field().value).toBe('w')
  }
})

test('takes the focus at the slash key, unless the user is typing', () => {
  render(
    <>
      <FilterInput label="Filter disks" value="" onChange={() => {}} />
      <input aria-label="other" />
    </>,
  )
  const other = screen.getByRole('textbox', { name: 'other' })
  other.focus()
  fireEvent.keyDown(other, { key: '/' })
  expect(document.activeElement).toBe(other)
  other.blur()
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(field())
})

test('reports a term only when the help that checks it has loaded', () => {
  const onChange = vi.fn()
  let load = () => {}
  const help = ({ aid }: FilterHelpProps) => {
    load = () => void (aid.current = { onKey: () => false, isValid: (text) => text !== 'state:' })
    return null
  }
  render(<FilterInput label="Filter disks" value="" onChange={onChange} help={help} />)
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter disks' })
  fireEvent.focus(box)
  fireEvent.change(box, { target: { value: 'state:' } })
  rest()
  load()
  rest()
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.change(box, { target: { value: 'state:failed' } })
  rest()
  expect(onChange).toHaveBeenCalledExactlyOnceWith('state:failed')
})

test('reports a name before the help has loaded, and a term after it', () => {
  const onChange = vi.fn()
  let load = () => {}
  const help = ({ aid }: FilterHelpProps) => {
    load = () => void (aid.current = { onKey: () => false, isValid: () => true })
    return null
  }
  render(<FilterInput label="Filter disks" value="" onChange={onChange} help={help} />)
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter disks' })
  fireEvent.focus(box)
  fireEvent.change(box, { target: { value: 'web-1' } })
  rest()
  expect(onChange).toHaveBeenCalledExactlyOnceWith('web-1')
  fireEvent.change(box, { target: { value: 'state:failed' } })
  rest()
  expect(onChange).toHaveBeenCalledTimes(1)
  load()
  rest()
  expect(onChange).toHaveBeenLastCalledWith('state:failed')
})
