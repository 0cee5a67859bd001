import { expect, test } from 'vitest'
import { isMailto, mailOf, mailtoProblem } from './alert-mail.ts'
import { PLACEHOLDERS } from './alert-templates.ts'

test.each(['mailto:ops@example.com', 'MAILTO:ops+night@mail.example', 'mailto:o.p-s_1@localhost'])(
  'allows %s',
  (endpoint) => {
    expect([isMailto(endpoint), mailtoProblem(endpoint)]).toEqual([true, null])
  },
)

test.each([
  'mailto:',
  'mailto:ops',
  'mailto://ops@example.com',
  'mailto:@example.com',
  'mailto:ops@',
  'mailto:ops@example.com,other@example.com',
  'mailto:ops@example.com?bcc=other@example.com',
  'mailto:ops%0Abcc@example.com',
  'mailto:ops\r\n@example.com',
  'mailto:Ops <ops@example.com>',
  'mailto:"o ps"@example.com',
  'mailto:.ops@example.com',
  'mailto:ops@[10.0.0.1]',
  'mailto:ops@10.0.0.1',
  'mailto:ops@-example.com',
  `mailto:${'x'.repeat(65)}@example.com`,
])('refuses %j', (endpoint) => {
  expect(mailtoProblem(endpoint)).toMatch(/^must be one e-mail address/)
})

test('a web address gets no mail', () => {
  expect(isMailto('https://mailto.example')).toBe(false)
})

test('a mail says what happened in its subject, on one line', () => {
  const { subject, text } = mailOf({ ...PLACEHOLDERS, message: `a\r\nb ${'x'.repeat(200)}` }, { a: 1 })
  expect(subject).toMatch(/^\[Granary\] a b x+…$/)
  expect(subject.length).toBeLessThan(170)
  expect(text).toContain('Class: instance.failed\nRaised: 2026-11-29T08:00:00.000Z\nAlert: 0f8a0c1e-')
  expect(text).toContain('{\n  "a": 1\n}\n')
})
