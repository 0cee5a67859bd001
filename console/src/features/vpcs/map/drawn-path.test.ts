import { explain } from '@granary/domain/reachability/explain.ts'
import { rule, testNetwork } from '@granary/domain/reachability/testing.ts'
import { answerView } from '@granary/domain/reachability/view.ts'
import { expect, test } from 'vitest'
import type { Explanation } from '../connectivity/hops.tsx'
import { drawnPath } from './drawn-path.ts'

const pathOf = (from: string, to: string, rules = [rule('open')]) => {
  const answer = explain(testNetwork({ rules }), { from, to, traffic: { protocol: 'tcp', port: 22 } })
  if ('path' in answer) throw new Error(answer.message)
  return drawnPath(answerView(answer) as Explanation)
}

test('draws the nodes between two instances', () => {
  expect(pathOf('instance/web', 'instance/db')).toEqual({
    keys: ['interface:nic-web', 'subnet:front', 'router:system', 'interface:nic-db'],
    stop: null,
  })
})

test('ends at the instance whose firewall denies', () => {
  expect(pathOf('internet', 'instance/web', [])).toEqual({
    keys: ['internet:', 'interface:nic-web'],
    stop: 'interface:nic-web',
  })
})
