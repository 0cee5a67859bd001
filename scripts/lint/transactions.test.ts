import { expect, test } from 'vitest'
import { waitProblem } from './transactions.ts'

const call = (callee: string, text: string, imported = true) => ({ callee, text, imported })

test('refuses to wait for imported functions that get neither the context nor its database', () => {
  expect(waitProblem(call('keyProblem', 'keyProblem(cert, key)'), ['context'])).toBe(
    'A transaction waits for the database only. Await keyProblem before it.',
  )
  expect(waitProblem(call('hash', 'hash(contextual)'), ['context'])).toMatch('Await hash')
})

test.each([
  call('find', "find(context, project, path, 'read')"),
  call('find', 'find({ ...context, db }, project)'),
  call('leaseOf', 'leaseOf({ db }, id)'),
  call('takePage', 'takePage(rows, query, keys)'),
  call('write', 'write()', false),
])('accepts $text', (given) => expect(waitProblem(given, ['context'])).toBeNull())
