import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSilo, siloId } from '../../../control-plane/test/people.ts'
import { openWorld, type World } from '../../../control-plane/test/world.ts'
import { waitingBySilo } from '../metrics/task-counts.ts'

let world: World
beforeAll(async () => void (world = await openWorld({ started: false })))
afterAll(() => world.close())

test('counts the tasks that are due and wait, by the name of their silo', async () => {
  const { db } = world.services
  await db.deleteFrom('task').execute()
  const clinic = await addSilo(world.services, 'clinic', { identity_mode: 'local_only' })
  const main = await siloId(world.services)
  const now = new Date('2026-01-01T00:00:00Z')
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const add = (silo_id: string, run_at: string, lease_until: string | null = null) =>
    db
      .insertInto('task')
      .values({
        id: crypto.randomUUID(),
        kind: 'instance',
        key: crypto.randomUUID(),
        payload: '{}',
        run_at,
        attempts: 0,
        leased_by: null,
        lease_until,
        revision: 0,
        last_error: null,
        time_created: at(0),
        silo_id,
        user_id: '',
      })
      .execute()
  for (const silo of [main, main, clinic, '']) await add(silo, at(-1))
  await add(clinic, at(1))
  await add(clinic, at(-1), at(1))
  expect(await waitingBySilo(db, now)).toEqual([
    { silo: 'main', count: 2 },
    ...['', 'clinic'].map(() => ({ silo: expect.any(String), count: 1 })),
  ])
})
