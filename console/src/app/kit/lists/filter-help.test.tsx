import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FILTER_REST, FilterInput } from '../../../ui/fields/filter-input.tsx'
import { act, fireEvent, render, screen } from '../../../ui/testing.ts'
import FilterHelp from './filter-help.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter instances' })
const rest = (milliseconds = FILTER_REST) => act(() => void vi.advanceTimersByTime(milliseconds))
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const key = (name: string, others = {}) => fireEvent.keyDown(field(), { key: name, ...others })
const options = () => screen.queryAllByRole('option').map((option) => option.firstChild!.textContent)

function show() {
  const onChange = vi.fn()
  render(
    <FilterInput
      label="Filter instances"
      value=""
      onChange={onChange}
      help={(props) => <FilterHelp fields="instanceList" {...props} />}
    />,
  )
  act(() => field().focus())
  return onChange
}

test('completes a field and its value by keys', () => {
  const onChange = show()
  expect(options()).toEqual([])
  type('st')
  expect(options()).toEqual(['state:'])
  expect(field().getAttribute('aria-expanded')).toBe('true')
  key('ArrowDown')
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id)
  key('Enter')
  expect(field().value).toBe('state:')
  expect(options()).toContain('state:failed')
  type('state:fa')
  key('ArrowDown')
  key('Enter')
  expect(field().value).toBe('state:failed ')
  rest()
  expect(onChange).toHaveBeenLastCalledWith('state:failed')
})

test('moves the cursor behind a chosen field at once, so that the next letter stands there', () => {
  show()
  type('st web')
  field().setSelectionRange(2, 2)
  fireEvent.select(field())
  key('ArrowDown')
  key('Enter')
  expect(field().value).toBe('state: web')
  expect(field().selectionStart).toBe('state:'.length)
  // A letter that comes before the next frame.
  type('state:f web')
  field().setSelectionRange(7, 7)
  rest()
  expect(field().selectionStart).toBe('state:f'.length)
})

test('closes the suggestions by Escape before it clears the text', () => {
  show()
  type('st')
  key('Escape')
  expect(options()).toEqual([])
  expect(field().value).toBe('st')
  key('Escape')
  expect(field().value).toBe('')
})

test('opens all fields by Alt and arrow down', () => {
  show()
  key('ArrowDown', { altKey: true })
  expect(options()).toContain('memory:')
  key('ArrowUp')
  expect(screen.getAllByRole('option').at(-1)!.getAttribute('aria-selected')).toBe('true')
})

test('takes a suggestion by a press', () => {
  show()
  type('web me')
  fireEvent.click(screen.getByRole('option', { name: /memory/ }))
  expect(field().value).toBe('web memory:')
})

test('shows what is wrong, and keeps the list as it is', () => {
  const onChange = show()
  type('vcpus:many')
  rest(2_000)
  expect(onChange).not.toHaveBeenCalled()
  expect(screen.getByText('"vcpus" must be a whole number, such as 4 or >=4')).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  type('vcpus:4')
  rest(2_000)
  expect(onChange).toHaveBeenCalledExactlyOnceWith('vcpus:4')
  expect(field().getAttribute('aria-invalid')).toBeNull()
})

test('moves to the rows by arrow down without suggestions', () => {
  show()
  type('zebra')
  expect(key('ArrowDown')).toBe(true)
  expect(options()).toEqual([])
})
