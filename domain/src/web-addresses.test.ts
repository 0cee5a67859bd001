import { expect, test } from 'vitest'
import { isOwnPath, webUrlProblem } from './web-addresses.ts'

test.each(['https://a', 'http://idp.example:8080/metadata?x=1#y', 'HTTPS://A/', 'https://[2001:db8::1]/x'])(
  'accepts the web URL %s',
  (url) => expect(webUrlProblem(url)).toBeNull(),
)

test.each([
  '',
  'idp.example',
  'https://',
  'https:///path',
  'ftp://a',
  'file:///etc/passwd',
  'javascript://a',
  'https://a b',
  'https://user:secret@a/',
  ` https://a`,
  `https://${'a'.repeat(2048)}`,
])('refuses the URL "%s"', (url) => expect(webUrlProblem(url)).not.toBeNull())

test.each(['/', '/projects', '/projects?a=//b', '/a\u00e9', '/login/x'])('accepts the path %s', (path) =>
  expect(isOwnPath(path)).toBe(true),
)

test.each([
  '',
  'projects',
  '//evil',
  '/\\evil',
  '/\t/evil',
  '/a\n',
  'https://evil',
  'javascript:alert(1)',
  '/a\u0085',
])('refuses the path %j', (path) => expect(isOwnPath(path)).toBe(false))
