import { expect, test } from 'vitest'
import { readHost, readTargets, readTraffic } from './traffic.ts'

test.each([
  [['tcp:80,443'], { ports: ['80', '443'], protocols: [{ type: 'tcp' }] }],
  [['udp:6000-6010'], { ports: ['6000-6010'], protocols: [{ type: 'udp' }] }],
  [['tcp'], { ports: null, protocols: [{ type: 'tcp' }] }],
  [['icmp'], { ports: null, protocols: [{ type: 'icmp', value: null }] }],
  [['tcp:53', 'udp:53'], { ports: ['53'], protocols: [{ type: 'tcp' }, { type: 'udp' }] }],
  [['all'], { ports: null, protocols: null }],
])('%j is traffic', (texts, traffic) => {
  expect(readTraffic(texts, '--allow')).toEqual(traffic)
})

test.each(['', 'http', 'tcp:', 'tcp:80:90', 'icmp:80', 'all:1', 'tcp:80;443'])(
  '"%s" is not traffic',
  (text) => {
    expect(() => readTraffic([text], '--allow')).toThrow(/^--allow is "/)
  },
)

test('all beside other traffic is refused, and so are different ports', () => {
  expect(() => readTraffic(['tcp:80', 'all'], '--allow')).toThrow('`all` needs nothing beside it')
  expect(() => readTraffic(['tcp:80', 'udp:53'], '--allow')).toThrow(
    'add a rule for each of tcp:80 and udp:53',
  )
})

test.each([
  ['192.0.2.1', { type: 'ip', value: '192.0.2.1' }],
  ['2001:db8::/32', { type: 'ip_net', value: '2001:db8::/32' }],
  ['web', { type: 'instance', value: 'web' }],
  ['instance:web', { type: 'instance', value: 'web' }],
  ['subnet:default', { type: 'subnet', value: 'default' }],
  ['vpc:default', { type: 'vpc', value: 'default' }],
])('%s is a host', (text, host) => {
  expect(readHost(text, '--from')).toEqual(host)
})

test.each(['', '10.0.0.0/33', 'host:web', 'Web', 'a b', 'subnet:'])('"%s" is not a host', (text) => {
  expect(() => readHost(text, '--from')).toThrow(/^--from is "/)
})

test('tags are targets beside hosts', () => {
  expect(readTargets(['web', 'tag:env=prod', 'tag:role='], '--on')).toEqual({
    targets: [{ type: 'instance', value: 'web' }],
    target_tags: [
      { key: 'env', value: 'prod' },
      { key: 'role', value: '' },
    ],
  })
  expect(readTargets(['web'], '--on')).not.toHaveProperty('target_tags')
  for (const text of ['tag:', 'tag:env', 'tag:1=x'])
    expect(() => readTargets([text], '--on')).toThrow(/^--on is "/)
})
