import { manualClock } from '@granary/compute/clock.ts'
import { expect, test } from 'vitest'
import type { SecurityEntry } from './security-entry.ts'
import {
  boundedSecurityLog,
  CODE_REQUESTED,
  MAX_IN_WINDOW,
  MAX_PER_NETWORK,
  plainText,
} from './security-log.ts'

const entry = (more: Partial<SecurityEntry> = {}): SecurityEntry => ({
  event: 'sign_in',
  requestId: 'id',
  operation: 'login_local',
  method: 'POST',
  path: '/v1/login/main/local',
  clientAddress: '192.0.2.1',
  actor: null,
  credential: { kind: 'password', id: null },
  begun: null,
  target: null,
  changes: [],
  changeCount: 0,
  outcome: 'refused',
  status: 401,
  errorCode: 'Unauthorized',
  reason: 'the password is wrong',
  ...more,
})
const ada = { kind: 'user', id: 'u', name: 'ada', siloId: 's', siloName: 'main' } as const

function opened() {
  const clock = manualClock()
  const lines: [string, string, Record<string, unknown>][] = []
  const log = boundedSecurityLog((level, message, fields = {}) => lines.push([level, message, fields]), clock)
  return { clock, lines, log, messages: () => lines.map(([, message]) => message) }
}

test('a flood from one network is cut, one from all of them too, and the count is written later', async () => {
  const { clock, lines, log, messages } = opened()
  for (let at = 0; at < 10_000; at++) log(entry({ clientAddress: `2001:db8::${(at % 999).toString(16)}` }))
  expect(lines).toHaveLength(MAX_PER_NETWORK + 1)
  for (let at = 0; at < 10_000; at++) log(entry({ clientAddress: `10.0.${at >> 8}.${at & 255}` }))
  expect(lines).toHaveLength(MAX_IN_WINDOW + 1)
  expect(messages().filter((message) => message !== 'security')).toHaveLength(1)
  await clock.advance(60_000)
  expect(log(entry())).toBe(true)
  expect(lines.slice(-2)).toMatchObject([
    ['warn', 'security entries omitted', { omitted: 20_000 - MAX_IN_WINDOW }],
    ['warn', 'security', {}],
  ])
})

test('a flood hides no success of a known caller, but those of anonymous callers', () => {
  const { lines, log } = opened()
  for (let at = 0; at < 1_000; at++) log(entry())
  expect(log(entry({ outcome: 'succeeded', actor: ada }))).toBe(true)
  expect(lines.at(-1)).toMatchObject(['info', 'security', { actor: ada }])
  expect(log(entry({ outcome: 'succeeded', event: 'change' }))).toBe(false)
  expect(log(entry({ clientAddress: '192.0.2.2' }))).toBe(true)
})

test('a flood of others hides no refusal of a known caller, and one of a known caller hides no others', () => {
  const { log } = opened()
  for (let at = 0; at < 1_000; at++) log(entry({ clientAddress: `10.0.${at >> 8}.${at & 255}` }))
  const refused = entry({ event: 'refusal', status: 403, actor: ada })
  for (let at = 0; at < MAX_PER_NETWORK; at++) expect(log(refused)).toBe(true)
  expect(log(refused)).toBe(false)
  expect(log({ ...refused, actor: { ...ada, id: 'v' } })).toBe(true)
  expect(log(entry({ actor: ada }))).toBe(false)
})

test('a clock that goes back does not stop the log', async () => {
  const { clock, log } = opened()
  await clock.advance(100_000)
  for (let at = 0; at < 100; at++) log(entry())
  const past = manualClock()
  clock.now = () => past.now()
  expect(log(entry())).toBe(true)
})

test.each<[string, Partial<SecurityEntry>]>([
  ['warn', {}],
  ['warn', { event: 'refusal', status: 403, errorCode: 'Forbidden', actor: ada }],
  ['warn', { event: 'change', outcome: 'failed', status: 500 }],
  ['info', { event: 'change', status: 400, errorCode: 'InvalidValue', actor: ada }],
  ['info', { event: 'refusal', credential: null }],
  ['info', { reason: CODE_REQUESTED }],
  ['info', { outcome: 'succeeded', actor: ada }],
])('is at %s: %o', (level, more) => {
  const { lines, log } = opened()
  log(entry(more))
  expect(lines.map(([at]) => at)).toEqual([level])
})

test('the largest entry is small', () => {
  const long = plainText('\u{e0001}'.repeat(5_000))
  const largest = entry({
    path: long,
    reason: long,
    actor: { ...ada, name: long },
    target: {
      kind: 'instance',
      id: 'i'.repeat(36),
      name: long,
      siloId: 's'.repeat(36),
      projectId: 'p'.repeat(36),
    },
    changes: Array.from({ length: 10 }, () => ({
      kind: 'network-interface',
      action: 'updated',
      id: 'i'.repeat(36),
    })),
  })
  expect(JSON.stringify(largest).length).toBeLessThan(3_000)
})
