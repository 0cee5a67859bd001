import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { BundleFile } from '@granary/control-plane/kinds/support-bundle.ts'
import { collect } from '@granary/control-plane/support-bundles/collect.ts'
import type { Source } from '@granary/control-plane/support-bundles/section.ts'
import { BUNDLE_DAYS } from '@granary/domain/support-bundles.ts'
import { openToRead } from '../database/open-to-read.ts'
import type { Configuration } from '../settings/configuration.ts'
import { hostSections } from './host-sections.ts'
import { pack } from './zip.ts'

const DAY_MS = 86_400_000
/** Time that the database has for the next line of a file; milliseconds. */
const DEADLINE_MS = 30_000

/**
 * Makes the bundle of a server that does not start, from its data folder and its database, which is only read.
 * @param file where the zip file is stored. There must be none.
 * @returns the files in it. Those of a database that can't be opened are missing.
 * @throws Error with a sentence for users if the file exists or can't be written.
 */
export async function makeOfflineBundle(
  configuration: Configuration,
  file: string,
): Promise<readonly BundleFile[]> {
  await using opened = new AsyncDisposableStack()
  const host = hostSections(configuration)
  let source: Source | null = null
  try {
    const { db, engine, close } = await openToRead(configuration.databaseUrl)
    opened.defer(close)
    source = { db, engine, now: () => new Date() }
  } catch (error) {
    const problem = messageOf(error)
    host.push({
      name: 'database.json',
      // oxlint-disable-next-line require-yield -- The problem is in the list of contents.
      lines: async function* () {
        throw new Error(problem)
      },
    })
  }
  const { files, done } = collect({
    source,
    host,
    since: new Date(Date.now() - BUNDLE_DAYS * DAY_MS),
    bounded,
    describe: messageOf,
  })
  try {
    await pipeline(pack(files), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    throw isOfFile(error) ? new Error(fileProblem(file, error)) : error
  }
  return done
}

const isOfFile = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && (error.syscall === 'open' || error.syscall === 'write')

/** Returns why the file can't be written, and what to do. */
function fileProblem(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EEXIST') return `${file} exists: name another file, or delete it first`
  return `${file} cannot be written: ${code === 'ENOENT' ? 'its folder does not exist' : message}`
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function bounded<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within 30 seconds')), DEADLINE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
