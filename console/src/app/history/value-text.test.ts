import { expect, test } from 'vitest'
import { valueText } from './value-text.ts'

test.each([
  ['web', 'web'],
  [4, '4'],
  [false, 'false'],
  [null, 'empty'],
  [{ state: 'detached' }, 'detached'],
  [{ state: 'attached', instance: 'a1' }, 'attached, instance a1'],
  [[], 'none'],
  [['10.0.0.0/8', '10.1.0.0/16'], '10.0.0.0/8, 10.1.0.0/16'],
  [{ first_port: 80, hosts: [{ type: 'ip' }] }, 'first port 80, hosts ((type ip))'],
])('says %j as %s', (value, text) => {
  expect(valueText(value)).toBe(text)
})
