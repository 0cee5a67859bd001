import { expect, test } from 'vitest'
import { adding, bodyOf, removing, replacing, type Rule } from './rules.ts'

const rule = (name: string, priority = 0): Rule => ({
  id: crypto.randomUUID(),
  vpcId: 'vpc',
  timeCreated: new Date(0),
  timeModified: new Date(0),
  name,
  description: '',
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority,
  targets: [],
  filters: { hosts: null, ports: null, protocols: null },
})
const [a, b, c] = [rule('a'), rule('b'), rule('c')]
const names = (rules: readonly { name: string }[]) => rules.map(({ name }) => name)

test('a new rule is added to the rules as they are now', () => {
  expect(names(adding(bodyOf(c))([a, b]))).toEqual(['a', 'b', 'c'])
})

test('an edited rule is replaced, and changes of other rules are kept', () => {
  const edited = replacing(a, { ...bodyOf(a), name: 'renamed' })
  expect(edited([a, { ...b, priority: 9 }, c])).toMatchObject([
    { name: 'b', priority: 9 },
    { name: 'c' },
    { name: 'renamed' },
  ])
})

test('the same rule with another ID, from a server that renews them, counts as the same', () => {
  expect(names(removing(a)([{ ...a, id: 'new' }, b]))).toEqual(['b'])
})

test.each([
  ['deleted or renamed', [b]],
  ['changed', [{ ...a, priority: 5 }, b]],
])('is refused for a rule that another user has %s', (what, current) => {
  expect(() => replacing(a, bodyOf(a))(current)).toThrow(`Another user has ${what} the rule "a"`)
  expect(() => removing(a)(current)).toThrow('Your change was not saved')
})
