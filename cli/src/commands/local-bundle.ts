import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { usage } from '../exit-codes.ts'
import type { World } from '../target.ts'
import { confirmReplacement } from './confirm.ts'

/** The server's own program, which is beside the command line in a checkout and in no other place. */
const PROGRAM = join(import.meta.dirname, '../../../server/src/support-bundle.ts')

type Given = { data?: string; output?: string; databaseUrl?: string; force?: boolean }

/** Lets a family make the bundle of a server that does not start, which answers no request. */
export function addLocalBundle(family: Command, world: World, finish: (exitCode: number) => void): void {
  family
    .enablePositionalOptions()
    .option('--data <folder>', 'make the bundle of a server that does not start, from its data folder')
    .option('--database-url <url>', 'with --data: the database, if it is not in the folder')
    .option('--output <file>', 'with --data: the zip file to write (default: support-bundle-TIME.zip)')
    .option('--force', 'with --output: replace a file that exists')
    .action(async (given: Given) => {
      const { data } = given
      if (data === undefined) return family.help({ error: true })
      finish(await makeBundle(world, { ...given, data }))
    })
}

async function makeBundle(
  world: World,
  { data, output, databaseUrl, force }: Given & { data: string },
): Promise<number> {
  if (!existsSync(PROGRAM))
    throw usage('--data needs the server: run `npx granary` in the folder that the server runs from')
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const file = output ?? `support-bundle-${time}.zip`
  const more = databaseUrl === undefined ? [] : ['--database-url', databaseUrl]
  if (!force) await confirmReplacement(world, file)
  // The server's program replaces no file.
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) rmSync(file)
  const child = spawn(process.execPath, [PROGRAM, file, '--data', data, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...world.environment },
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => world.out.write(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => world.err.write(text))
  await once(child, 'close')
  return child.exitCode ?? 1
}
