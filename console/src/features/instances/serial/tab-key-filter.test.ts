import { expect, test } from 'vitest'
import { tabKeyFilter } from './tab-key-filter.ts'

test.each([
  [['Tab'], true],
  [['Escape', 'Tab'], false],
  [['Escape', 'Shift', 'Tab'], false],
  [['Escape', 'a', 'Tab'], true],
  [['Escape', 'Tab', 'Tab'], true],
])('whether the terminal gets the last key of %j: %s', (keys, may) => {
  const handle = tabKeyFilter()
  const answers = keys.map((key) => [handle({ type: 'keydown', key }), handle({ type: 'keyup', key })])
  expect(answers.at(-1)).toEqual([may, true])
})
