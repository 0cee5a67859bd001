import { useState } from 'react'
import { expect, test } from 'vitest'
import { fireEvent, render, screen } from '../testing.ts'
import { NumberField } from './number-field.tsx'

function Field({ start = null, min, max }: { start?: number | null; min?: number; max?: number }) {
  const [value, setValue] = useState<number | null>(start)
  return (
    <>
      <NumberField label="Memory (GiB)" value={value} onChange={setValue} minValue={min} maxValue={max} />
      <output>{String(value)}</output>
    </>
  )
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Memory (GiB)' })
const value = () => screen.getByRole('status').textContent
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

test('updates the value at each keystroke, and has none when cleared', () => {
  render(<Field />)
  type('1')
  type('12')
  expect(value()).toBe('12')
  type('')
  expect(value()).toBe('null')
})

test.each(['1.5', '1e3', '4x'])('does not turn %s into a number', (text) => {
  render(<Field start={4} />)
  type(text)
  expect([field().value, value()]).toEqual([text, 'null'])
  expect(screen.getByText('Must be a whole number')).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  type('5')
  expect([field().value, value()]).toEqual(['5', '5'])
  expect(screen.queryByText('Must be a whole number')).toBeNull()
})

test('refuses a minus sign where negative numbers are not allowed', () => {
  render(<Field start={4} />)
  for (const text of ['-', '-4', '4-']) {
    type(text)
    expect([field().value, value()]).toEqual(['4', '4'])
  }
})

test('ignores spaces around pasted text', () => {
  render(<Field start={4} />)
  type('  12 ')
  expect([field().value, value()]).toEqual(['12', '12'])
})

test('clamps the value at once, and disables a stepper at its limit', () => {
  render(<Field start={3} min={1} max={8} />)
  type('99')
  expect([field().value, value()]).toEqual(['8', '8'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Increase Memory (GiB)' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Decrease Memory (GiB)' }))
  expect(value()).toBe('7')
})

test('clamps on blur where the input may be the start of a valid number', () => {
  render(<Field start={10} min={4} max={25} />)
  type('2')
  expect([field().value, value()]).toEqual(['2', '2'])
  type('24')
  fireEvent.blur(field())
  expect(value()).toBe('24')
  type('3')
  expect([field().value, value()]).toEqual(['4', '4'])
  type('1')
  fireEvent.blur(field())
  expect([field().value, value()]).toEqual(['4', '4'])
})

test('steps by arrow keys', () => {
  render(<Field start={0} />)
  fireEvent.keyDown(field(), { key: 'ArrowUp' })
  expect(value()).toBe('1')
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  expect(value()).toBe('0')
})

test('takes a negative number where it is allowed', () => {
  render(<Field min={-10} />)
  type('-')
  expect(value()).toBe('null')
  type('-3')
  expect([field().value, value()]).toEqual(['-3', '-3'])
})
