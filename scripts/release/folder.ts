import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Artifact, TargetContent } from './documents.ts'
import type { ZipContent } from './zip.ts'

/** The files of a release by their path in it: what each is, its size and hash, and where it lies. */
export type Files = {
  artifacts: Artifact[]
  contents: Map<string, TargetContent>
  files: Map<string, ZipContent>
}

/** `.img`, `.tar.gz`, but no part of a version: `os-1.2` is a name. */
const EXTENSIONS = /(\.[a-z]+\d?)+$/i

/**
 * Reads a folder of artifacts: `KIND/NAME.EXTENSION`, such as `sled/host-os.img`. Each has the version of the release.
 * @throws Error for a folder without artifacts.
 */
export async function readFolder(folder: string, version: string): Promise<Files> {
  const found: Files = { artifacts: [], contents: new Map(), files: new Map() }
  for (const kind of foldersIn(folder))
    for (const file of readdirSync(join(folder, kind)).sort()) {
      const path = join(folder, kind, file)
      if (!statSync(path).isFile()) throw new Error(`${path} is not a file`)
      const target = `${kind}/${file}`
      found.artifacts.push({ name: file.replace(EXTENSIONS, ''), version, kind, target })
      found.contents.set(target, await contentOf(path))
      found.files.set(target, { path })
    }
  if (found.artifacts.length === 0)
    throw new Error(`${folder} has no artifacts; put them into folders by kind, such as sled/host-os.img`)
  return found
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort()

async function contentOf(path: string): Promise<TargetContent> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return { length: statSync(path).size, sha256: hash.digest('hex') }
}
