import { expect, test } from 'vitest'
import type { Creating } from './creating-instances.ts'
import { tableCounts } from './table-counts.ts'

/** A case: its name, what is asked for, and the status and message that it is refused with. */
export type Refusal = [name: string, change: () => object, status: number, message: RegExp]

/** Each case is a test: an instance is refused with these words, and no table has a row more or less. */
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
