import { expect, test } from 'vitest'
import { unsteady } from './steady-specs.ts'

type Call = Parameters<typeof unsteady>[0]

const call = (method: string, ...options: string[]): Call => ({
  type: 'CallExpression',
  callee: { type: 'MemberExpression', property: { type: 'Identifier', name: method } },
  arguments: [
    {
      type: 'ObjectExpression',
      properties: options.map((name) => ({ type: 'Property', key: { type: 'Identifier', name } })),
    },
  ],
})

test.each<[Call, RegExp]>([
  [call('click', 'timeout', 'force'), /^A forced action/],
  [call('waitForTimeout'), /^Wait for a condition/],
])('refuses actions that depend on layout or time (%#)', (node, message) => {
  expect(unsteady(node)).toMatch(message)
})

test.each<Call>([
  call('click', 'timeout'),
  call('rmSync', 'force'),
  { type: 'CallExpression', callee: { type: 'Super' } },
])('accepts other calls (%#)', (node) => {
  expect(unsteady(node)).toBeNull()
})
