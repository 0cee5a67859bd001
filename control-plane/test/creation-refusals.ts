import { expect, test } from 'vitest'
import type { Creating } from './creating-instances.ts'
import { tableCounts } from './table-counts.ts'

/** A case: its name, the request, and the status and message of the refusal. */
export type Refusal = [name: string, change: () => object, status: number, message: RegExp]

/** Runs each case as a test: the instance is refused with this message, and no table gains or loses a row. */
export const testRefusals = (creating: () => Creating, cases: readonly Refusal[]) =>
  test.each(cases)('%s', async (_, change, status, message) => {
    const { world, create } = creating()
    const before = await tableCounts(world)
    const answer = await create(change())
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status,
      message: expect.stringMatching(message),
    })
    expect(await tableCounts(world)).toEqual(before)
  })
