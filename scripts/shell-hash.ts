import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'

/** What every page of the console has around it, and its colours. */
const SHELL = [
  'console/src/app/frame/*.tsx',
  'console/src/app/navigation*.ts',
  'console/src/ui/navigation.tsx',
  'console/src/styles/tokens.css',
]
/** The hash of the shell that the pictures of the README show. */
const RECORD = 'docs/console-pictures.txt'

/** Returns the hash of the sources of the shell; tests don't count. Paths are relative to the project's root. */
export function shellHash(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SHELL).toSorted())
    if (!file.includes('.test.'))
      hash.update(`${file.replaceAll('\\', '/')}\0${readFileSync(file, 'utf8')}\0`)
  return hash.digest('hex')
}

/** Returns the hash of the shell when the pictures were made. */
export const shellOfPictures = (): string => readFileSync(RECORD, 'utf8').trim()

/** Records that the pictures show the shell of today. */
export const recordShell = (): void => writeFileSync(RECORD, `${shellHash()}\n`)
