import { EXTENSIONS } from '@granary/contract/call.ts'
import { CHAT_TEMPLATES } from '@granary/domain/alert-templates.ts'
import { expect, test } from 'vitest'
import { addressOf, mediumOf, NEW_TARGET, targetBody, valuesOf } from './target.ts'

const endpoint = 'https://pager.example/granary'

test.each([
  [{ endpoint, template: null }, 'program', endpoint],
  [{ endpoint, template: CHAT_TEMPLATES.discord }, 'chat', endpoint],
  [{ endpoint: 'mailto:ops@example.com', template: null }, 'mail', 'ops@example.com'],
] as const)('a form with %j sends the same again', (kind, medium, address) => {
  expect([mediumOf(kind), addressOf(kind)]).toEqual([medium, address])
  expect(targetBody(valuesOf(kind), EXTENSIONS)).toEqual(kind)
})

test('a server of the published API gets no template', () => {
  expect(mediumOf({ endpoint, template: undefined })).toBe('program')
  expect(targetBody({ ...NEW_TARGET, endpoint }, null)).toEqual({ endpoint })
})

test('a template that was typed counts for chat systems only', () => {
  const typed = { ...NEW_TARGET, endpoint, template: '{"a": 1}' }
  expect(targetBody(typed, EXTENSIONS).template).toBeNull()
  expect(targetBody({ ...typed, medium: 'chat' }, EXTENSIONS).template).toBe('{"a": 1}')
})
