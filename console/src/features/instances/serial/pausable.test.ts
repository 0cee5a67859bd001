import { expect, test } from 'vitest'
import { pausable } from './pausable.ts'

function open() {
  const shown: string[] = []
  const output = pausable({
    write: (bytes) => shown.push(new TextDecoder().decode(bytes)),
    reset: () => shown.splice(0, Infinity, '(reset)'),
  })
  const say = (text: string) => output.write(new TextEncoder().encode(text))
  return { output, say, shown }
}

test('shows output that arrives during a pause afterwards, in order', () => {
  const { output, say, shown } = open()
  say('a')
  output.setPaused(true)
  say('b')
  say('c')
  expect(shown).toEqual(['a'])
  output.setPaused(false)
  say('d')
  expect(shown).toEqual(['a', 'b', 'c', 'd'])
})

test('loses nothing when paused twice', () => {
  const { output, say, shown } = open()
  output.setPaused(true)
  say('a')
  output.setPaused(true)
  output.setPaused(false)
  output.setPaused(true)
  say('b')
  expect(shown).toEqual(['a'])
})

test('drops buffered output when the connection restarts during a pause', () => {
  const { output, say, shown } = open()
  say('old')
  output.setPaused(true)
  say('more')
  output.reset()
  say('all again')
  expect(shown).toEqual(['old'])
  output.setPaused(false)
  expect(shown).toEqual(['(reset)', 'all again'])
})

test('limits the buffer and drops the oldest output first', () => {
  const { output, say, shown } = open()
  output.setPaused(true)
  for (const letter of 'abcdef') say(letter.repeat(262_144))
  output.setPaused(false)
  expect(shown.map((text) => text[0])).toEqual(['c', 'd', 'e', 'f'])
})
