import { instanceStates } from '@granary/domain/instance-states.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countedResults } from '../../test/counted-results.ts'
import { explain } from '../../test/explain.ts'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import type { Context } from '../kit/context/context.ts'
import { systemContext } from '../kit/resources/transaction.ts'
import { loadActor } from '../access/actor.ts'
import { allCounted, countsByState, stateCounted } from './counts-by-state.ts'

let world: World
const actors: Record<string, Context['actor']> = {}
const contextOf = (name: string) => systemContext(world.services, 'test', actors[name]!)
beforeAll(async () => {
  world = await openWorld({ started: false })
  const { services, ask } = world
  const projects: string[] = []
  for (const project of ['shop', 'bank']) {
    projects.push((await ask('POST', '/v1/projects', { name: project, description: '' })).body.id)
    for (const name of ['web-1', 'web-2', 'web-3'])
      await ask('POST', `/v1/instances?project=${project}`, {
        name,
        description: '',
        hostname: name,
        ncpus: 1,
        memory: 2 ** 30,
        start: false,
      })
  }
  const set = (run_state: 'running' | 'stopped', name: string) =>
    services.db.updateTable('instance').set({ run_state }).where('name', '=', name).execute()
  await set('running', 'web-1')
  await set('stopped', 'web-2')
  await set('stopped', 'web-3')
  for (const [name, roles] of Object.entries({
    viewer: { silo: 'viewer' },
    ann: { projects: { [projects[0]!]: 'viewer' } },
  })) {
    actors[name] = await loadActor(services.db, await addUser(services, 'main', name, roles), null)
  }
})
afterAll(() => world.close())

/** Counts for a caller, and returns the number of statements too. */
async function counted(name: string, maxAtOnce?: number) {
  const counts: unknown[][] = []
  const statements = await countedResults(world, async () => {
    for (const { state, total } of await countsByState(contextOf(name), maxAtOnce))
      counts.push([state, total.count])
  })
  return { statements, counts }
}
const VIEWER = [
  ['running', 2],
  ['stopped', 4],
]
const ANN = [
  ['running', 1],
  ['stopped', 2],
]
const inOrder = (counts: unknown[][]) =>
  counts.toSorted(
    ([one], [other]) => instanceStates.indexOf(one as never) - instanceStates.indexOf(other as never),
  )

test('counts all states with one statement', async () => {
  expect(await counted('viewer')).toEqual({ statements: 1, counts: inOrder(VIEWER) })
  expect(await counted('ann')).toEqual({ statements: 1, counts: inOrder(ANN) })
})

test('counts each state in a statement of its own if there are many instances', async () => {
  const statements = 1 + instanceStates.length
  expect(await counted('viewer', 5)).toEqual({ statements, counts: inOrder(VIEWER) })
  expect(await counted('ann', 2)).toEqual({ statements, counts: inOrder(ANN) })
  expect((await counted('viewer', 6)).statements).toBe(1)
  expect((await counted('ann', 3)).statements).toBe(1)
})

test('reads no instance that it does not count, and those from an index alone', async () => {
  // As PostgreSQL does by itself with a large table. Until then it reads the rows for each entry of an index.
  if (world.services.engine === 'postgres')
    await world.services.db.executeQuery(CompiledQuery.raw('vacuum analyze instance'))
  for (const context of Object.keys(actors).map(contextOf))
    for (const query of [allCounted(context, 10), stateCounted(context, 'running')]) {
      const plan = await explain(world.services, query)
      expect(plan).toMatch(
        world.services.engine === 'sqlite'
          ? /SEARCH instance USING COVERING INDEX instance_by_project_id_run_state_name/
          : /Index Only Scan using instance_by_project_id_run_state_name\S* on instance/,
      )
      expect(plan).not.toMatch(/SCAN instance|Seq Scan on instance/)
    }
})
