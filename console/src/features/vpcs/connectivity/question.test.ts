import { expect, test } from 'vitest'
import { bodyOf, endOf } from './question.ts'
import { questionSearch } from './question-search.ts'

test('reads a question from an address, and ignores everything else', () => {
  const search = {
    from: 'instance/web',
    to: '10.0.0.7',
    port: '443',
    protocol: 'gre',
    version: 'v4',
    other: 1,
  }
  expect(questionSearch(search)).toEqual({
    from: 'instance/web',
    to: '10.0.0.7',
    port: 443,
    protocol: undefined,
    version: 'v4',
  })
  expect(questionSearch({ from: 7, to: '', port: 70_000 })).toEqual({})
})

test.each([
  [
    { from: 'internet', to: 'instance/web', port: 22 },
    { protocol: 'tcp', port: 22 },
  ],
  [{ from: 'internet', to: 'instance/web', port: 22, protocol: 'icmp' as const }, { protocol: 'icmp' }],
])('asks about %j', (search, body) => {
  const requested = bodyOf(search)
  expect(requested).toEqual({ from: 'internet', to: 'instance/web', ipVersion: undefined, ...body })
})

test.each([
  { from: 'internet', to: 'instance/web' },
  { from: 'internet', port: 22 },
  { from: 'nowhere', to: 'instance/web', port: 22 },
])('asks nothing about %j', (search) => {
  expect(bodyOf(search)).toBeNull()
})

test.each([
  ['web', 'instance/web'],
  [' internet ', 'internet'],
  ['10.0.0.7', '10.0.0.7'],
  ['fd00::7', 'fd00::7'],
  ['interface/web/net0', 'interface/web/net0'],
  ['', ''],
])('takes %j as %s', (text, end) => {
  expect(endOf(text)).toBe(end)
})
