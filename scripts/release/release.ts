import { hash } from 'node:crypto'
import { artifactsText, releaseDocuments } from './documents.ts'
import type { Files } from './folder.ts'
import type { SigningKey } from './keys.ts'
import { readRoot } from './root.ts'
import type { ZipContent } from './zip.ts'

type ReleaseOptions = {
  version: string
  files: Files
  /** Texts of the root documents, oldest first. */
  roots: string[]
  releaseKeys: SigningKey[]
  expires: Date
}

/** Makes the entries of a release: its documents and its files. */
export function makeRelease(options: ReleaseOptions): Map<string, ZipContent> {
  const { version, files, roots, releaseKeys, expires } = options
  const list = artifactsText(version, files.artifacts)
  const contents = new Map(files.contents).set('artifacts.json', {
    length: Buffer.byteLength(list),
    sha256: hash('sha256', list, 'hex'),
  })
  const entries = new Map<string, ZipContent>()
  for (const text of roots) entries.set(`metadata/${readRoot(text).signed.version}.root.json`, { text })
  entries.set('metadata/root.json', { text: roots.at(-1)! })
  for (const [name, text] of releaseDocuments(contents, releaseKeys, expires))
    entries.set(`metadata/${name}`, { text })
  entries.set('targets/artifacts.json', { text: list })
  for (const [target, content] of files.files) entries.set(`targets/${target}`, content)
  return entries
}
