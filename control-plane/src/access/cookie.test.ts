import { expect, test } from 'vitest'
import type { Settings } from '../kit/context/services.ts'
import { browserCookie, browserOf, renewedCookies, sessionCookies, sessionTokenOf } from './cookie.ts'

const TLS = { origin: 'https://cloud.example' }
const PLAIN = { origin: 'http://cloud.example' }
const settings = { sessionLifetime: 60_000 } as Settings
const requestWith = (cookie: string) => new Request('http://cloud.example/', { headers: { cookie } })

test('over TLS all cookies belong to this host alone', () => {
  const cookies = [...sessionCookies('t', settings, TLS), browserCookie('b', 60_000, TLS)]
  expect(cookies).toEqual([
    '__Host-granary-session=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
    '__Host-granary-sign-in=b; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
  ])
})

test('without TLS the cookies have plain names, because browsers refuse the others', () => {
  expect([...sessionCookies('t', settings, PLAIN), browserCookie('b', 60_000, PLAIN)]).toEqual([
    'granary-session=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=60',
    'granary-sign-in=b; Path=/; HttpOnly; SameSite=Lax; Max-Age=60',
  ])
})

test('reads the cookies of its own kind of connection', () => {
  const [tls, plain] = ['a'.repeat(40), 'b'.repeat(40)]
  const both = requestWith(
    `__Host-granary-sign-in=${tls}; granary-sign-in=${plain}; __Host-granary-session=s; granary-session=p`,
  )
  expect([browserOf(both, TLS), browserOf(both, PLAIN)]).toEqual([tls, plain])
  const own = { formerName: null, isPlantable: false }
  expect(sessionTokenOf(both, TLS)).toEqual({ token: 's', ...own })
  expect(sessionTokenOf(both, PLAIN)).toEqual({ token: 'p', ...own })
  expect(sessionTokenOf(requestWith('__Host-granary-session=s'), PLAIN)).toBeNull()
  expect(browserOf(requestWith(`granary-sign-in=${plain}`), TLS)).toBeNull()
  for (const foreign of ['', 'short', '%0A', `${plain}%3B`, `${plain}%0A`])
    expect(browserOf(requestWith(`granary-sign-in=${foreign}`), PLAIN)).toBeNull()
})

test('another server on another port of the host has cookies of its own', () => {
  const other = { origin: 'http://cloud.example:8401' }
  expect(sessionCookies('o', settings, other)[0]).toMatch(/^granary-session-8401=o;/)
  const both = requestWith('granary-session=p; granary-session-8401=o; session=of another program')
  expect(sessionTokenOf(both, PLAIN)?.token).toBe('p')
  expect(sessionTokenOf(both, other)?.token).toBe('o')
})

test('a session under a former name moves, and its cookie alone is deleted', () => {
  const moved = (cookie: string, site: { origin: string }) =>
    renewedCookies(requestWith(cookie), settings, site).map((line) => line.split(';')[0])
  expect(moved('session=p', PLAIN)).toEqual(['granary-session=p', 'session='])
  expect(moved('__Host-session=s', TLS)).toEqual(['__Host-granary-session=s', '__Host-session='])
  expect(moved('granary-session=p; session=of another program', PLAIN)).toEqual([])
  expect(sessionTokenOf(requestWith('session=old'), TLS)).toEqual({
    token: 'old',
    formerName: 'session',
    isPlantable: true,
  })
})
