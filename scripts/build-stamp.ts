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
import { withLock } from './build-lock.ts'

export type Build = {
  /** Name of the stamp. */
  name: string
  /** Inputs of the build, relative to the project's root. Tests in them don't count. */
  inputs: string[]
  /** Other inputs: switches, and the content of external files. */
  settings?: unknown
  /** A file that every complete build has. */
  output: string
  run: () => Promise<void>
}

/** Builds unless the last build had the same sources and settings, one process at a time. @returns whether it did. */
export const buildIfChanged = (build: Build): Promise<boolean> =>
  withLock(`.cache/build/${build.name}.lock`, () => buildUnlessSame(build))

async function buildUnlessSame({ name, inputs, settings, output, run }: Build): Promise<boolean> {
  const stampFile = `.cache/build/${name}`
  const stamp = stampOf(inputs, settings)
  if (existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  // Removed first, so that an interrupted build doesn't count as complete.
  rmSync(stampFile, { force: true })
  await run()
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
  return true
}

/** Hashes the paths and contents of the inputs, the lock file and the settings. */
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
