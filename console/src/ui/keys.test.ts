import { expect, test, vi } from 'vitest'
import { ignoreComposition, isKey } from './keys.ts'

test.each([
  ['English', 'k', 'KeyK', true],
  ['with Shift or Caps Lock', 'K', 'KeyK', true],
  ['Dvorak, where another key types it', 'k', 'KeyV', true],
  ['Dvorak, at the place of the American key', 't', 'KeyK', false],
  ['Greek', 'κ', 'KeyK', true],
  ['Cyrillic', 'л', 'KeyK', true],
  ['Cyrillic, another key', 'к', 'KeyR', false],
  ['no character', 'Dead', 'KeyK', false],
])('finds the key of a shortcut: %s', (_, key, code, found) => {
  expect(isKey({ key, code }, 'k', 'KeyK')).toBe(found)
})

test('keeps the keys of an input method from every handler', () => {
  ignoreComposition()
  const handler = vi.fn()
  document.body.addEventListener('keydown', handler)
  const press = (init: KeyboardEventInit) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Enter', ...init }))
  press({ isComposing: true })
  press({ keyCode: 229 })
  expect(handler).not.toHaveBeenCalled()
  press({})
  expect(handler).toHaveBeenCalledOnce()
})
