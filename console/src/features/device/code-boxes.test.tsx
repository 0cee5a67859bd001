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

/** What a browser does with a letter in a box whose text is selected, as it is whenever it gets the focus. */
function type(letter: string) {
  fireEvent.change(document.activeElement!, { target: { value: letter } })
}
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
const paste = (number: number, text: string) =>
  fireEvent.paste(box(number), { clipboardData: { getData: () => text } })

test('begins in the first box, and each letter leads to the next', () => {
  show()
  expect(focused()).toBe('Character 1.')
  for (const letter of 'abcd') type(letter)
  expect(shown()).toBe('ABCD____')
  expect(focused()).toBe('Character 5.')
})

test('the focus stays in the last box', () => {
  show('ABCDEFG')
  box(8).focus()
  type('h')
  expect(shown()).toBe('ABCDEFGH')
  expect(focused()).toBe('Character 8.')
})

test.each(['1', '-', ' ', 'é', 'ß'])('%j is no letter of a code', (text) => {
  show()
  type(text)
  expect(shown()).toBe('________')
  expect(focused()).toBe('Character 1.')
})

test('a selected letter is replaced; one that is typed behind it goes on to the next box', () => {
  show('ABCDEFGH')
  box(2).focus()
  type('x')
  expect(shown()).toBe('AXCDEFGH')
  box(4).focus()
  type('Dy')
  expect(shown()).toBe('AXCDEFGH')
  expect(focused()).toBe('Character 5.')
})

test('Backspace empties a box, and in an empty one goes back and empties that', () => {
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

test('the arrow keys, Home and End move, and stop at the ends', () => {
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
  'takes %j, into whichever box',
  (text) => {
    show('XY')
    paste(5, text)
    expect(shown()).toBe('ABCDEFGH')
    expect(focused()).toBe('Character 8.')
  },
)

test('a part of a code goes where one is, or to the start while nothing is there', () => {
  show()
  paste(3, 'abcd')
  expect([shown(), focused()]).toEqual(['ABCD____', 'Character 5.'])
  paste(5, '-efgh')
  expect(shown()).toBe('ABCDEFGH')
})

test('a keyboard that puts in a whole code at once is understood', () => {
  show()
  fireEvent.change(box(1), { target: { value: 'ABCD-EFGH' } })
  expect(shown()).toBe('ABCDEFGH')
})
