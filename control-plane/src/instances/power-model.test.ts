import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { steps } from '../../test/power/commands.ts'
import { unsteadyCloud, unsteadyDatabase } from '../../test/power/unsteady-cloud.ts'
import { checkSettled, expectedOfCreate } from '../../test/power/expected.ts'
import { useAndRows } from '../../test/quota.ts'

/** A few hundred runs find a fault within seconds. Set thousands when you change the rules. */
const RUNS = Number(process.env.GRANARY_MODEL_RUNS ?? 200)

const setups = fc.record({
  start: fc.boolean(),
  restarts: fc.boolean(),
  mayHang: fc.boolean(),
  /** A rack whose clock is behind reports each change later than a request of the same time. */
  slowness: fc.constantFrom(0, 5_000),
})

let database: Awaited<ReturnType<typeof unsteadyDatabase>>
beforeAll(async () => {
  database = await unsteadyDatabase()
})
afterAll(() => database.close())

test(
  'the machine ends in the state of the last acknowledged power request',
  async () => {
    const property = fc.asyncProperty(
      setups,
      fc.commands(steps, { maxCommands: 40, size: 'max' }),
      async (setup, commands) => {
        const create = { start: setup.start, auto_restart_policy: setup.restarts ? null : 'never' }
        const cloud = await unsteadyCloud(database, create, setup.slowness)
        try {
          const model = expectedOfCreate(setup)
          await fc.asyncModelRun(() => ({ model, real: cloud }), commands)
          await checkSettled(model, cloud)
          const { used, rows } = await useAndRows(cloud.server())
          expect(used).toEqual(rows)
        } finally {
          await cloud.close()
        }
      },
    )
    await fc.assert(property, { numRuns: RUNS })
  },
  60_000 + 500 * RUNS,
)
