import { expect, test } from 'vitest'
import { crossSiteProblem, crossSiteWriteProblem, protection } from './security.ts'

const TLS = { encrypted: true, origin: 'https://cloud.example' }
const PLAIN = { encrypted: false, origin: 'http://cloud.example' }
const BEARER = { authorization: 'Bearer token' }
const COOKIE = { cookie: 'session=x' }
const HERE = { host: 'cloud.example', origin: 'https://cloud.example' }
const ELSEWHERE = { host: 'cloud.example', origin: 'https://evil.example' }

test.each<[string, Record<string, string>, boolean]>([
  ['a script', { host: 'cloud.example', ...COOKIE }, false],
  ['a page of this site', { ...HERE, ...COOKIE }, false],
  ['a page of another site', { ...ELSEWHERE, ...COOKIE }, true],
  ['a page of another port', { host: 'cloud.example', origin: 'https://cloud.example:8443' }, true],
  ['a sandboxed page', { host: 'cloud.example', origin: 'null', ...COOKIE }, true],
  ['a page with an invalid origin', { host: 'cloud.example', origin: 'evil', ...COOKIE }, true],
  ['fetch metadata of this site', { 'sec-fetch-site': 'same-origin' }, false],
  ['an address that the user typed', { 'sec-fetch-site': 'none' }, false],
  ['another host of this domain', { ...HERE, 'sec-fetch-site': 'same-site' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, true],
  ['a token', { ...ELSEWHERE, ...BEARER }, false],
  ['a token beside a cookie', { ...ELSEWHERE, ...BEARER, ...COOKIE }, true],
  ['other credentials', { ...ELSEWHERE, authorization: 'Basic eDp5' }, true],
])('tells whether %s is another site', (_, headers, expected) => {
  expect(crossSiteProblem(new Headers(headers), TLS) !== null).toBe(expected)
})

test('a page without TLS is another site than this one with TLS', () => {
  const headers = new Headers({ host: 'cloud.example', origin: 'http://cloud.example', ...COOKIE })
  expect(crossSiteProblem(headers, TLS)).toMatch('its page has no TLS')
  expect(crossSiteWriteProblem('POST', headers, TLS)).toMatch('its page has no TLS')
  // Also behind a proxy that ends TLS and is not trusted, whose pages have an origin with https.
  expect(crossSiteProblem(headers, PLAIN)).toBeNull()
  expect(crossSiteProblem(new Headers({ ...HERE, ...COOKIE }), PLAIN)).toBeNull()
})

test('says what a proxy has to do that changes the host, and takes the host of a trusted one', () => {
  const headers = new Headers({ host: 'backend:8400', origin: 'http://cloud.example', ...COOKIE })
  expect(crossSiteProblem(headers, { encrypted: false, origin: 'http://backend:8400' })).toBe(
    'this request comes from another site, or a proxy changed its address: the page is at "cloud.example", the request at "backend:8400". A proxy must pass on the Host header, or send X-Forwarded-Host and be named in --trusted-proxies',
  )
  expect(crossSiteProblem(headers, PLAIN)).toBeNull()
})

test('reads are never writes of another site', () => {
  const headers = new Headers({ ...ELSEWHERE, ...COOKIE })
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(crossSiteWriteProblem(method, headers, TLS)).toBeNull()
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])
    expect(crossSiteWriteProblem(method, headers, TLS)).not.toBeNull()
})

test('a page may load nothing from other sites, be framed by none, and run no script that is written in it', () => {
  const policy = protection.plain['content-security-policy']!.split('; ')
  const rules = new Map(policy.map((rule) => [rule.split(' ')[0], rule]))
  expect(rules.get('default-src')).toBe("default-src 'self'")
  // Scripts, and everything else without a rule of its own, follow the default.
  for (const kind of ['script-src', 'script-src-elem', 'worker-src', 'font-src'])
    expect(rules.has(kind)).toBe(false)
  expect(rules.get('connect-src')).toBe("connect-src 'self'")
  for (const kind of ['frame-src', 'object-src', 'form-action', 'frame-ancestors', 'base-uri'])
    expect(rules.get(kind)).toBe(`${kind} 'none'`)
})
