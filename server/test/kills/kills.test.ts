import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectConsistent } from './consistent.ts'
import { killing } from './killing.ts'
import { survive } from './survive.ts'
import { temporaryFolder } from '../temporary.ts'

/** More in a long run by hand; CONTRIBUTING.md has the command. */
const ROUNDS = Number(process.env.GRANARY_KILLS ?? 3)

test('loses nothing when the server is killed in mid-load, on SQLite', async () => {
  const folder = temporaryFolder()
  const killed = await killing(['--data', folder])
  await survive(ROUNDS, killed)
  expect(await killed.end()).toBe(0)
  expectConsistent(join(folder, 'granary.sqlite'))
}, 3_600_000)
