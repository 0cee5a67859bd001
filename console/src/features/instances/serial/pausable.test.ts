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

test('what comes while it is paused is shown afterwards, in its order', () => {
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

test('pausing twice loses nothing, and goes on from the last time', () => {
  const { output, say, shown } = open()
  output.setPaused(true)
  say('a')
  output.setPaused(true)
  output.setPaused(false)
  output.setPaused(true)
  say('b')
  expect(shown).toEqual(['a'])
})

test('a connection that begins anew meanwhile takes the place of what was held back', () => {
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

test('only so much is held back: the oldest goes first', () => {
  const { output, say, shown } = open()
  output.setPaused(true)
  for (const letter of 'abcdef') say(letter.repeat(262_144))
  output.setPaused(false)
  expect(shown.map((text) => text[0])).toEqual(['c', 'd', 'e', 'f'])
})
