import { expect, test } from 'vitest'
import { asYaml } from './yaml.ts'

test('formats nested objects and lists', () => {
  const value = {
    name: 'web',
    disks: [
      { id: 'a', tags: ['x', 'z'] },
      { id: 'b', tags: [] },
    ],
    boot: { size: 1 },
  }
  expect(asYaml(value)).toBe(
    `name: web
disks:
  - id: a
    tags:
      - x
      - z
  - id: b
    tags: []
boot:
  size: 1
`,
  )
})

test.each([
  ['', '""'],
  ['no', '"no"'],
  ['null', '"null"'],
  ['1.5', '"1.5"'],
  ['a: b', '"a: b"'],
  ['# x', '"# x"'],
  ['two\nlines', String.raw`"two\nlines"`],
  ['2026-11-21T00:00:00Z', '"2026-11-21T00:00:00Z"'],
  ['web-1', 'web-1'],
  [null, 'null'],
  [true, 'true'],
  [3, '3'],
  [{}, '{}'],
])('formats %j as %s', (value, line) => {
  expect(asYaml(value)).toBe(`${line}\n`)
  expect(asYaml({ key: value })).toBe(`key: ${line}\n`)
})
