import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reaches } from './evaluator.ts'
import { explain } from './explain.ts'
import { indexOf } from './places.ts'
import { anyEnds, anyNetwork, anyTraffic } from './random-network.ts'
import { ruleEffects } from './rule-effects.ts'
import { rule } from './testing.ts'
import { answerText, hopText } from './words.ts'

const answerOf = (...[network, question]: Parameters<typeof explain>) => {
  const answer = explain(network, question)
  if ('path' in answer) throw new Error(answer.message)
  return answer
}

test('agrees with an evaluator that tries every bit and every priority', () => {
  const seen = { yes: 0, no: 0 }
  fc.assert(
    fc.property(anyNetwork, anyEnds, anyTraffic, (network, [name, to], traffic) => {
      const from = network.interfaces.find(({ instance }) => instance.name === name)!
      const { reachable } = answerOf(network, { from: `instance/${name}`, to, traffic })
      seen[reachable ? 'yes' : 'no']++
      expect(reachable).toBe(reaches(network, from, to, traffic))
    }),
    { numRuns: 500 },
  )
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(20)
})

test('no sentence lacks a value', () => {
  fc.assert(
    fc.property(anyNetwork, anyEnds, anyTraffic, (network, [name, to], traffic) => {
      const answer = answerOf(network, { from: `instance/${name}`, to, traffic })
      for (const text of [answerText(answer), ...[...answer.there, ...answer.back].map(hopText)])
        expect(text).not.toMatch(/null|undefined|\(\)| \.| {2}/)
    }),
    { numRuns: 500 },
  )
})

test('the draft of a rule removes its obstacle', () => {
  fc.assert(
    fc.property(anyNetwork, anyEnds, anyTraffic, (network, [name, to], traffic) => {
      const question = { from: `instance/${name}`, to, traffic }
      const { obstacle, draft } = answerOf(network, question)
      fc.pre(obstacle?.code === 'denied' && draft?.type === 'rule')
      if (draft?.type !== 'rule' || obstacle?.code !== 'denied') return
      const rules = [...network.rules, rule(draft.rule.name, draft.rule)]
      const next = answerOf({ ...network, rules }, question).obstacle
      expect(next?.code === 'denied' && next.hop.direction === obstacle.hop.direction).toBe(false)
    }),
    { numRuns: 150 },
  )
})

test('the draft of a route removes its obstacle', () => {
  fc.assert(
    fc.property(anyNetwork, anyEnds, anyTraffic, (network, [name, to], traffic) => {
      const question = { from: `instance/${name}`, to, traffic }
      const { obstacle, draft } = answerOf(network, question)
      fc.pre(obstacle !== null && draft !== null && draft.type !== 'rule')
      if (draft?.type !== 'route' && draft?.type !== 'route_target') return
      const routes =
        draft.type === 'route'
          ? [
              ...network.routes,
              { id: 'new', vpcRouterId: draft.router.id, kind: 'custom' as const, ...draft.route },
            ]
          : network.routes.map((one) => (one.id === draft.route.id ? { ...one, target: draft.target } : one))
      const next = answerOf({ ...network, routes }, question).obstacle
      expect(next && next.code !== 'denied' && next.way === obstacle!.way ? next.code : null).toBeNull()
    }),
    { numRuns: 150 },
  )
})

test('a rule that never matches never decides', () => {
  let count = 0
  fc.assert(
    fc.property(anyNetwork, anyEnds, anyTraffic, (network, [name, to], traffic) => {
      const effects = ruleEffects(indexOf(network))
      const never = new Set([...effects].filter(([, effect]) => effect.never).map(([id]) => id))
      count += never.size
      const { there } = answerOf(network, { from: `instance/${name}`, to, traffic })
      for (const hop of there) if (hop.type === 'firewall') expect(never).not.toContain(hop.rule?.id)
    }),
    { numRuns: 500 },
  )
  expect(count).toBeGreaterThan(20)
})
