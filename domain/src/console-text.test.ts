import { expect, test } from 'vitest'
import { lastLines } from './console-text.ts'

const lines = (text: string, count = 10) => lastLines(text, count)

test('returns the last lines, without empty ones at the end', () => {
  expect(lines('one\r\ntwo\r\n\r\nthree\r\n\r\n', 3)).toEqual(['two', '', 'three'])
  expect(lines('')).toEqual([])
})

test('leaves out colours, titles, cursor movements and characters without a shape', () => {
  const text =
    '\u001B[1;32m[  OK  ]\u001B[0m Started \u001B]0;title\u0007ssh\u0000\u0008.\n\u001B(B\u001B[?25hlogin: '
  expect(lines(text)).toEqual(['[  OK  ] Started ssh.', 'login:'])
})

test('shows what a carriage return wrote over a line', () => {
  expect(lines('10 %\r50 %\r100 %\r\ndone')).toEqual(['100 %', 'done'])
})

test('survives a cut sequence, and cuts long lines', () => {
  expect(lines('31mred\n\u001B')).toEqual(['31mred', '\u001B'])
  expect(lines('x'.repeat(10_000))[0]).toHaveLength(240)
})
