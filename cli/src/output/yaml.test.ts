import { expect, test } from 'vitest'
import { parse } from 'yaml'
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

test.each(['', 'no', 'null', '1.5', 'a: b', '# x', 'two\nlines', '2026-11-21T00:00:00Z', 'x'.repeat(300)])(
  'keeps %j as text, also for parsers of YAML 1.1',
  (text) => {
    expect(parse(asYaml({ text }))).toEqual({ text })
    expect(parse(asYaml({ text }), { version: '1.1' })).toEqual({ text })
  },
)
