import { expect, test } from 'vitest'
import { isOwnPath, webUrlProblem } from './web-addresses.ts'

test.each(['https://a', 'http://idp.example:8080/metadata?x=1#y', 'HTTPS://A/', 'https://[2001:db8::1]/x'])(
  '%s is an address on the web',
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
])('"%s" is none', (url) => expect(webUrlProblem(url)).not.toBeNull())

test.each(['/', '/projects', '/projects?a=//b', '/a\u00e9', '/login/x'])(
  '%s is a path of this site',
  (path) => expect(isOwnPath(path)).toBe(true),
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
])('%j is none', (path) => expect(isOwnPath(path)).toBe(false))
