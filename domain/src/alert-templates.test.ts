import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AlertWords,
  CHAT_TEMPLATES,
  fillTemplate,
  MAX_TEMPLATE_LENGTH,
  PLACEHOLDERS,
  shortened,
  templateProblem,
} from './alert-templates.ts'

const words = (message: string): AlertWords => ({ ...PLACEHOLDERS, message })

test.each(Object.entries(CHAT_TEMPLATES))('the form of %s is allowed, and has the message', (_, template) => {
  expect(templateProblem(template)).toBeNull()
  expect(fillTemplate(template, words('it "broke"\n'))).toContain(String.raw`it \"broke\"\n`)
})

test('replaces every placeholder in texts, and leaves everything else as it is written', () => {
  const template =
    '{ "big": 12345678901234567890, "small": 1.50, "a\\"": ["{{class}} {{class}}", {"a": "{x} {{ }}"}, null] }'
  expect(templateProblem(template)).toMatch(/^has no placeholder \{\{ \}\}; there are \{\{message\}\}, /)
  const allowed = template.replace('{{ }}', '{{{time}}}')
  expect(templateProblem(allowed)).toBeNull()
  expect(fillTemplate(allowed, words('no'))).toBe(
    allowed.replaceAll('{{class}}', 'instance.failed').replace('{{time}}', '2026-11-29T08:00:00.000Z'),
  )
})

test('a placeholder in the name of a field is refused, and left alone where it is stored already', () => {
  const template = '{"{{message}}" : "{{message}}"}'
  expect(templateProblem(template)).toBe("can't have {{message}} in the name of a field, only in its text")
  expect(fillTemplate(template, words('no'))).toBe('{"{{message}}" : "no"}')
  expect(fillTemplate('{"text": "{{older}}"}', words('no'))).toBe('{"text": "{{older}}"}')
})

test.each([
  ['', /must be JSON/],
  ['{{message}}', /must be JSON/],
  ['{"text": {{message}}}', /must be JSON/],
  ['"{{message}}"', /must be a JSON object or array/],
  ['null', /must be a JSON object or array/],
  ['{"text": "{{secret}}"}', /has no placeholder \{\{secret\}\}/],
  ['{"text": "{{toString}}"}', /has no placeholder/],
  [JSON.stringify('{{time}}'.repeat(33).match(/.{8}/g)), /at most 32 placeholders/],
  [`{"text": "${'x'.repeat(MAX_TEMPLATE_LENGTH)}"}`, /at most 4096 characters/],
])('refuses %s', (template, problem) => {
  expect(templateProblem(template)).toMatch(problem)
})

test('a value never changes the form, is no mention, and is not replaced again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1_200 }), (message) => {
      const filled = fillTemplate(CHAT_TEMPLATES.discord, words(message))
      expect(JSON.parse(filled)).toEqual({
        content: shortened(message, 1_000).replaceAll('<', '‹').replaceAll('>', '›'),
        allowed_mentions: { parse: [] },
      })
    }),
  )
  expect(fillTemplate(CHAT_TEMPLATES.slack, words('<!channel> {{class}} $&'))).toBe(
    '{ "text": "‹!channel› {{class}} $&" }',
  )
})

test('shortens between characters', () => {
  expect(shortened('abc', 3)).toBe('abc')
  expect(shortened('abcd', 3)).toBe('ab…')
  expect(shortened('a😀bc', 3)).toBe('a…')
})
