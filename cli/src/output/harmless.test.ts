import { expect, test } from 'vitest'
import type { Output, World } from '../target.ts'
import { harmless, harmlessText, partsOf, withHarmlessOutput } from './harmless.ts'

const HARMFUL = [
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0090',
  '\u009b',
  '\u200f',
  '\u202e',
  '\u2066',
  '\u2028',
  '\u{e0001}',
]

test.each(HARMFUL)('escapes %j in every text', (character) => {
  const escapes = JSON.stringify(character).slice(1, -1)
  for (const shown of [harmless(`a${character}b`), harmlessText(`a${character}b\n`)]) {
    expect(shown).not.toContain(character)
    if (escapes.startsWith('\\u')) expect(shown).toContain(escapes)
  }
  const json = JSON.stringify({ name: `a${character}b` }, null, 2)
  expect(JSON.parse(harmlessText(json))).toEqual({ name: `a${character}b` })
})

test('keeps the layout of a text, and letters of any language', () => {
  for (const text of ['a\tb\r\nc\n', '\r\u001b[KUploading', 'naïve 密码 🔑 שלום'])
    expect(harmlessText(text)).toBe(text)
  expect(harmless('a\nb')).toBe('a\\u000ab')
})

test('guards results and messages, but not bytes', () => {
  const written: (string | Uint8Array)[] = []
  const output: Output = { write: (text) => written.push(text), isTTY: true, columns: 40 }
  const { out, err } = withHarmlessOutput({ out: output, err: output } as World)
  expect([out.isTTY, err.columns]).toEqual([true, 40])
  out.write('\u009b31m')
  err.write('granary: \u202eno\n')
  const bytes = new Uint8Array([0x1b])
  out.write(bytes)
  expect(written).toEqual(['\\u009b31m', 'granary: \\u202eno\n', bytes])
})

test('decodes streams of text, and leaves other bytes', async () => {
  const read = async (type: string) => {
    const parts = []
    for await (const part of partsOf(new Response('\u202e', { headers: { 'content-type': type } })))
      parts.push(part)
    return parts
  }
  expect(await read('text/event-stream')).toEqual(['\u202e'])
  expect(await read('application/octet-stream')).toEqual([new Uint8Array([0xe2, 0x80, 0xae])])
})
