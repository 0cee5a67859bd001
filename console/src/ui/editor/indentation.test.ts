import { expect, test } from 'vitest'
import { indentationAfter } from './indentation.ts'

test.each([
  ['', 0],
  ['#cloud-config', 0],
  ['packages:', 2],
  ['packages:   ', 2],
  ['  - nginx', 2],
  ['hostname: web', 0],
  ['  - name: web', 4],
  ['  - name:', 6],
  ['    content: |', 6],
  ['    content: >-', 6],
  ['  - |', 4],
  ['      some text', 6],
  ['# packages:', 0],
  ['  - echo "a: b"', 2],
])('continues after %j with %i spaces', (line, spaces) =>
  expect(indentationAfter(line)).toBe(' '.repeat(spaces)),
)
