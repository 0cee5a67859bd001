import type fc from 'fast-check'
import type { UnsteadyCloud } from './unsteady-cloud.ts'
import * as expected from './expected.ts'

/** What the test expects. */
export type Model = expected.Expected
/** A step of a run, with its effect on both. */
export type Command = fc.AsyncCommand<Model, UnsteadyCloud>

/**
 * Enough for a report that is late, so that the driver is asked for the machine again. With ten, one run in three of all files failed
 * beside browser tests.
 */
const TURNS = 40

/** Returns a step, named as it is printed in a counterexample. Its effects settle before the next step. */
export const step = (
  name: string,
  run: (cloud: UnsteadyCloud, model: Model) => unknown,
  check: (model: Model) => boolean = () => true,
): Command => ({
  check: ({ ...model }) => check(model),
  async run(model, cloud) {
    await run(cloud, model)
    for (let turn = 0; turn < TURNS; turn++) await cloud.clock.advance(0)
    await expected.checkShown(model, cloud)
    await expected.checkStored(model, cloud)
  },
  toString: () => name,
})
/** Whether the instance has not been deleted. */
export const exists = (model: Model) => model.last !== 'delete'
