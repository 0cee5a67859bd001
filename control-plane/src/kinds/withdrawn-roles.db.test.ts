import { afterAll, beforeAll, expect, test } from 'vitest'
import { countingStatements } from '../../test/counted-statements.ts'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { withdrawSome } from './withdrawn-roles.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())

/** Adds a user with a role in projects, and withdraws it. @returns the number of statements, and of logged policies. */
async function withdrawFrom(name: string, count: number) {
  const projects: Record<string, 'viewer'> = {}
  for (let n = 0; n < count; n++) {
    const project = await world.ask('POST', '/v1/projects', { name: `${name}-${n}`, description: '' })
    projects[project.body.id] = 'viewer'
  }
  const id = await addUser(world.services, 'main', name, { projects })
  return inTransaction(systemContext(world.services, 'test'), async (context) => {
    const { counted, statements } = countingStatements(context)
    await withdrawSome(counted, id)
    return { statements: statements(), logged: context.changes.length }
  })
}

test('withdrawing a role takes as many statements in twenty policies as in one', async () => {
  const one = await withdrawFrom('one', 1)
  const twenty = await withdrawFrom('twenty', 20)
  expect([one.logged, twenty.logged]).toEqual([1, 20])
  expect(twenty.statements).toBe(one.statements)
})
