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

test('the value follows each keystroke, and clearing gives none', () => {
  render(<Field />)
  type('1')
  type('12')
  expect(value()).toBe('12')
  type('')
  expect(value()).toBe('null')
})

test.each(['1.5', '1e3', '4x'])('%s is no number, and is not made one', (text) => {
  render(<Field start={4} />)
  type(text)
  expect([field().value, value()]).toEqual([text, 'null'])
  expect(screen.getByText('Must be a whole number')).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  type('5')
  expect([field().value, value()]).toEqual(['5', '5'])
  expect(screen.queryByText('Must be a whole number')).toBeNull()
})

test('a minus sign cannot be typed where negative numbers are not allowed', () => {
  render(<Field start={4} />)
  for (const text of ['-', '-4', '4-']) {
    type(text)
    expect([field().value, value()]).toEqual(['4', '4'])
  }
})

test('spaces around what is pasted do not count', () => {
  render(<Field start={4} />)
  type('  12 ')
  expect([field().value, value()]).toEqual(['12', '12'])
})

test('is brought within its limits at once, and a stepper at the limit is off', () => {
  render(<Field start={3} min={1} max={8} />)
  type('99')
  expect([field().value, value()]).toEqual(['8', '8'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Increase Memory (GiB)' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Decrease Memory (GiB)' }))
  expect(value()).toBe('7')
})

test('what may be the beginning of a number within the limits is left until one leaves', () => {
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

test('arrow keys step', () => {
  render(<Field start={0} />)
  fireEvent.keyDown(field(), { key: 'ArrowUp' })
  expect(value()).toBe('1')
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  expect(value()).toBe('0')
})

test('a negative number can be typed where it is allowed', () => {
  render(<Field min={-10} />)
  type('-')
  expect(value()).toBe('null')
  type('-3')
  expect([field().value, value()]).toEqual(['-3', '-3'])
})
