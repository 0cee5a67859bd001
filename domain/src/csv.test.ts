import { expect, test } from 'vitest'
import { csvField, csvLines } from './csv.ts'

test('quotes what would break a line, and doubles quotes', () => {
  expect(['web', 'a,b', 'say "hi"', 'two\nlines', ' edge', ''].map(csvField)).toEqual([
    'web',
    '"a,b"',
    '"say ""hi"""',
    '"two\nlines"',
    '" edge"',
    '',
  ])
})

test('leaves no text that a spreadsheet runs as a formula', () => {
  for (const text of ['=1+1', '+1', '-1', '@cmd', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])
    expect(csvField(text)).toMatch(/^"?'/)
  for (const text of ['\n=1', ' =1', '\u00a0=1', '\ufeff=1', '\uff1d1', '\uff0b1', '\uff0d1', '\uff20cmd'])
    expect(csvField(text)).toMatch(/^"?'/)
  expect(csvField([`=1`, 'b'])).toBe("'=1 b")
  expect(csvField(-1)).toBe('-1')
})

test('leaves no formula where a semicolon separates fields', () => {
  expect(csvField('web;=1+1')).toBe("web;'=1+1")
  expect(csvField('a; @b;-c')).toBe("a; '@b;'-c")
  expect(csvField('a;"=1')).toBe(`"a;""'=1"`)
  expect(csvField('Mozilla/5.0 (X11; Linux)')).toBe('Mozilla/5.0 (X11; Linux)')
})

test('writes times, lists, states and missing values as text', () => {
  expect(csvField(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
  expect(csvField(['10.0.0.1', '10.0.0.2'])).toBe('10.0.0.1 10.0.0.2')
  expect(csvField({ state: 'attached', instance: 'web' })).toBe('attached web')
  expect([csvField(null), csvField(undefined), csvField(false)]).toEqual(['', '', 'false'])
})

test('ends each line', () => {
  expect(
    csvLines([
      ['a', 'b'],
      [1, null],
    ]),
  ).toBe('a,b\r\n1,\r\n')
  expect(csvLines([])).toBe('')
})
