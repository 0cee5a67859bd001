import { expect, test } from 'vitest'
import { explain } from './explain.ts'
import { customRoute, rule, testNetwork } from './testing.ts'
import { answerText, hopText, neverText } from './words.ts'

const ssh = { protocol: 'tcp', port: 22 } as const
const textsOf = (...[network, from, to]: [Parameters<typeof explain>[0], string, string]) => {
  const answer = explain(network, { from, to, traffic: ssh })
  if ('path' in answer) throw new Error(answer.message)
  return [answerText(answer), ...answer.there.map(hopText)]
}

test('says every hop of a way', () => {
  const rules = [rule('open'), rule('later', { priority: 200 })]
  expect(textsOf(testNetwork({ rules }), 'instance/web', 'instance/db')).toEqual([
    'Yes, TCP to port 22 arrives, and replies come back.',
    'Interface net0 of instance web has the address 10.0.0.5.',
    'No rule matches outbound packets from instance web, so they are allowed.',
    'Subnet front is 10.0.0.0/24.',
    'Route back of router system (subnet back to subnet back) is chosen. It beats default-v4.',
    'Rule open (priority 100) allows packets to instance db. It comes before later.',
    'Interface net0 of instance db has the address 10.0.1.5.',
  ])
})

test('says why packets or replies do not arrive', () => {
  expect(textsOf(testNetwork(), 'internet', 'instance/web')[0]).toBe(
    'No, TCP to port 22 does not arrive. No rule allows inbound packets to instance web, so they are denied.',
  )
  const drop = customRoute('stop', { type: 'ip', value: '10.0.1.5' }, { type: 'drop' })
  const network = testNetwork({ rules: [rule('open')], customRoutes: [drop] })
  expect(textsOf(network, 'instance/db', 'instance/web')[0]).toBe(
    "No, TCP to port 22 arrives, but the replies don't come back. Route stop of router custom (10.0.1.5 to nowhere) drops the packets.",
  )
})

test('says why a rule never matches', () => {
  expect(neverText({ code: 'covered', by: { id: 'x', name: 'all' } })).toBe(
    'Never matches, because rule all decides first.',
  )
})
