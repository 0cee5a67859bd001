import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from '@granary/domain/kinds.ts'
import { expect, test } from 'vitest'

/** Kinds without operations that create, change or delete them: the driver reports them, or they are always there. */
const WITHOUT_OPERATIONS = ['physical-disk', 'rack', 'switch', 'user-builtin']

/** Tests that compare the entries of a kind with what the API answers, or with what a task has done. */
const TESTS = [
  'kinds/logged*.db.test.ts',
  // The cases of `kinds/logged.db.test.ts`.
  '../test/logged-{cases,networking}.ts',
  'users/logged.db.test.ts',
  'system-update/{log,run-update}.db.test.ts',
  'images/fetch/*.db.test.ts',
]

test('a test compares the entries of each kind with the resource', () => {
  const source = join(import.meta.dirname, '..')
  const tests = TESTS.flatMap((name) => globSync(name, { cwd: source }))
  const text = tests.map((file) => readFileSync(join(source, file), 'utf8')).join('')
  const named = (kind: string) =>
    text.includes(`'${kind}'`) ||
    new RegExp(`^  ${kind}: \\{`, 'm').test(text) ||
    // The members of groups have one test: `${kind}-member`.
    (kind.endsWith('-member') &&
      text.includes(`'${kind.replace(/-member$/, '')}'`) &&
      text.includes('-member`'))
  expect(kinds.filter((kind) => !named(kind) && !WITHOUT_OPERATIONS.includes(kind))).toEqual([])
})
