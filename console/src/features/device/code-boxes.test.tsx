import { useState } from 'react'
import { expect, test } from 'vitest'
import { fireEvent, render, screen } from '../../ui/testing.ts'
import { boxesOf, CodeBoxes } from './code-boxes.tsx'

function Form({ start }: { start: string }) {
  const [value, setValue] = useState(() => boxesOf(start))
  return <CodeBoxes value={value} onChange={setValue} />
}
const show = (start = '') => void render(<Form start={start} />)
const box = (number: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Character ${number}.` })
const shown = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox')
    .map((input) => input.value || '_')
    .join('')
const focused = () => document.activeElement?.getAttribute('aria-label')

/** Types a letter as a browser does: a focused box has its text selected. */
function type(letter: string) {
  fireEvent.change(document.activeElement!, { target: { value: letter } })
}
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
const paste = (number: number, text: string) =>
  fireEvent.paste(box(number), { clipboardData: { getData: () => text } })

test('focuses the first box, then the next one after each letter', () => {
  show()
  expect(focused()).toBe('Character 1.')
  for (const letter of 'abcd') type(letter)
  expect(shown()).toBe('ABCD____')
  expect(focused()).toBe('Character 5.')
})

test('keeps the focus in the last box', () => {
  show('ABCDEFG')
  box(8).focus()
  type('h')
  expect(shown()).toBe('ABCDEFGH')
  expect(focused()).toBe('Character 8.')
})

test.each(['1', '-', ' ', 'é', 'ß'])('ignores %j, which is not a letter of a code', (text) => {
  show()
  type(text)
  expect(shown()).toBe('________')
  expect(focused()).toBe('Character 1.')
})

test('replaces a selected letter, and puts a letter typed after it into the next box', () => {
  show('ABCDEFGH')
  box(2).focus()
  type('x')
  expect(shown()).toBe('AXCDEFGH')
  box(4).focus()
  type('Dy')
  expect(shown()).toBe('AXCDEFGH')
  expect(focused()).toBe('Character 5.')
})

test('Backspace clears a box, or the previous box if it is empty', () => {
  show('ABC')
  box(3).focus()
  press('Backspace')
  expect([shown(), focused()]).toEqual(['AB______', 'Character 3.'])
  press('Backspace')
  expect([shown(), focused()]).toEqual(['A_______', 'Character 2.'])
  press('Backspace')
  press('Backspace')
  expect([shown(), focused()]).toEqual(['________', 'Character 1.'])
})

test('arrow keys, Home and End move the focus and stop at the ends', () => {
  show('ABCDEFGH')
  press('ArrowLeft')
  expect(focused()).toBe('Character 1.')
  press('ArrowRight')
  expect(focused()).toBe('Character 2.')
  press('End')
  press('ArrowRight')
  expect(focused()).toBe('Character 8.')
  press('Home')
  expect(focused()).toBe('Character 1.')
})

test.each(['ABCD-EFGH', 'abc-defgh', ' abcdefgh ', 'A B C D 1 E F G H'])(
  'accepts %j pasted into any box',
  (text) => {
    show('XY')
    paste(5, text)
    expect(shown()).toBe('ABCDEFGH')
    expect(focused()).toBe('Character 8.')
  },
)

test('pastes part of a code into the focused box, or into the first one while all are empty', () => {
  show()
  paste(3, 'abcd')
  expect([shown(), focused()]).toEqual(['ABCD____', 'Character 5.'])
  paste(5, '-efgh')
  expect(shown()).toBe('ABCDEFGH')
})

test('accepts a whole code from a keyboard that inserts it at once', () => {
  show()
  fireEvent.change(box(1), { target: { value: 'ABCD-EFGH' } })
  expect(shown()).toBe('ABCDEFGH')
})
