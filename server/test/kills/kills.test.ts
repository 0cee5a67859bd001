import { join } from 'node:path'
import { test } from 'vitest'
import { killing } from './killing.ts'
import { survive } from './survive.ts'
import { temporaryFolder } from '../temporary.ts'

/** More in a long run by hand; CONTRIBUTING.md has the command. */
const ROUNDS = Number(process.env.GRANARY_KILLS ?? 3)

test('loses nothing when the server is killed in mid-load, on SQLite', async () => {
  const data = temporaryFolder()
  const killed = await killing({ url: `file:${join(data, 'granary.sqlite')}`, data })
  await survive(ROUNDS, killed)
  await killed.end()
}, 3_600_000)
