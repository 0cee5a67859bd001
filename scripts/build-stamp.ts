import { createHash } from 'node:crypto'
import {
  type Dirent,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export type Build = {
  /** Names the stamp. */
  name: string
  /** Folders and files that the build reads, from the root of the project. Tests in them do not count. */
  inputs: string[]
  /** Everything else that decides what comes out: switches, the content of files from elsewhere. */
  settings?: unknown
  /** A file that every finished build has. */
  output: string
  run: () => Promise<void>
}

/** Builds unless the last build was made from the same sources and settings. @returns whether it had to. */
export async function buildIfChanged({ name, inputs, settings, output, run }: Build): Promise<boolean> {
  const stampFile = `.cache/build/${name}`
  const stamp = stampOf(inputs, settings)
  if (existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  // A build that fails half-way must not be taken for a finished one.
  rmSync(stampFile, { force: true })
  await run()
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
  return true
}

/** One hash over the paths and contents of the inputs, what the lock file pins, and the settings. */
export function stampOf(inputs: string[], settings: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(settings ?? null))
  for (const file of [...inputs, 'package-lock.json'].flatMap(filesOf))
    hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

const notBuilt = ({ name }: Dirent): boolean => /^(node_modules|dist|test)$|\.test\.tsx?$/.test(name)

function filesOf(input: string): string[] {
  if (statSync(input).isFile()) return [input]
  return globSync('**', { cwd: input, exclude: notBuilt, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
