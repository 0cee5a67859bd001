import { expect, test } from 'vitest'
import { textOf } from './text.ts'

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from('{"a":"ä"}')],
  ['UTF-8 with a mark', Buffer.from('\ufeff{"a":"ä"}')],
  ['UTF-16, as PowerShell writes it', utf16('{"a":"ä"}')],
  ['UTF-16 with the high byte first', utf16('{"a":"ä"}').swap16()],
])('reads %s', (_, bytes) => {
  expect(textOf(bytes)).toBe('{"a":"ä"}')
})
