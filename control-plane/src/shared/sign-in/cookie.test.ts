import { expect, test } from 'vitest'
import type { Settings } from '../../kit/services.ts'
import { browserCookie, browserOf, sessionCookies, sessionTokenOf } from './cookie.ts'

const TLS = { origin: 'https://cloud.example' }
const PLAIN = { origin: 'http://cloud.example' }
const settings = { sessionLifetime: 60_000 } as Settings
const requestWith = (cookie: string) => new Request('http://cloud.example/', { headers: { cookie } })

test('over TLS all cookies belong to this host alone', () => {
  const cookies = [...sessionCookies('t', settings, TLS), browserCookie('b', 60_000, TLS)]
  const kept = cookies.filter((cookie) => !cookie.includes('Max-Age=0'))
  expect(kept).toEqual([
    '__Host-session=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
    '__Host-sign_in_browser=b; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
  ])
})

test('without TLS the cookies have plain names, because browsers refuse the others', () => {
  expect([...sessionCookies('t', settings, PLAIN), browserCookie('b', 60_000, PLAIN)]).toEqual([
    'session=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=60',
    'sign_in_browser=b; Path=/; HttpOnly; SameSite=Lax; Max-Age=60',
  ])
})

test('reads the cookies of its own kind of connection', () => {
  const both = requestWith('__Host-sign_in_browser=tls; sign_in_browser=plain; __Host-session=s; session=p')
  expect([browserOf(both, TLS), browserOf(both, PLAIN)]).toEqual(['tls', 'plain'])
  expect(sessionTokenOf(both, TLS)).toEqual({ token: 's', isOutdated: false })
  expect(sessionTokenOf(both, PLAIN)).toEqual({ token: 'p', isOutdated: false })
  const planted = requestWith('sign_in_browser=planted; session=old')
  expect(browserOf(planted, TLS)).toBeNull()
  expect(sessionTokenOf(planted, TLS)).toEqual({ token: 'old', isOutdated: true })
  expect(sessionTokenOf(requestWith('__Host-session=s'), PLAIN)).toBeNull()
})
