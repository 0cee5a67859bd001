import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { versionProblem } from '@granary/domain/versions.ts'
import { checkRelease, checkRoot } from './check.ts'
import { readFolder } from './folder.ts'
import { makeKey, readKey, type SigningKey } from './keys.ts'
import { makeRelease } from './release.ts'
import { makeRoot, readRoot } from './root.ts'
import { writeZip } from './zip.ts'

export const HELP = `npm run release -- COMMAND

  keys FOLDER             makes root.pem, which signs root documents, and release.pem, which signs releases
  root FILE               makes a root document, which lists the keys that may sign releases
    --root-key FILE         key that signs root documents; repeat it for several
    --release-key FILE      key that signs releases; repeat it for several
    --threshold N           number of root keys that must sign the next root document; 1 unless set
    --release-threshold N   number of release keys that must sign a release; 1 unless set
    --previous FILE         root document that this one replaces
    --previous-key FILE     root key of the replaced document that is none of the new ones; repeat it for several
  make VERSION            makes a signed release, release-VERSION.zip
    --artifacts FOLDER      its files, in a folder for each kind: sled/host-os.img
    --root FILE             root document; repeat it for replaced ones, the oldest first
    --release-key FILE      key that signs the release; repeat it for several
    --output FILE           another name for the zip file

  --expires DATE          for root and make: the day on which the signatures expire, such as 2031-12-31;
                          ten years from now for a root document, one year for a release`

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const

export const OPTIONS = {
  'root-key': texts,
  'release-key': texts,
  threshold: text,
  'release-threshold': text,
  previous: text,
  'previous-key': texts,
  artifacts: text,
  root: texts,
  output: text,
  expires: text,
} as const

type Values = {
  [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name] extends { multiple: true } ? string[] : string
}

/** Runs one command. @returns what it made, as a sentence. @throws Error with a sentence for people. */
export async function runCommand([command, name, ...more]: string[], values: Values): Promise<string> {
  if (name === undefined || more.length > 0) throw new Error(`${command} takes one name\n\n${HELP}`)
  if (command === 'keys') return keys(name)
  if (command === 'root') return root(name, values)
  if (command === 'make') return make(name, values)
  throw new Error(`there is no command ${command}\n\n${HELP}`)
}

function keys(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const paths = ['root.pem', 'release.pem'].map((name) => join(folder, name))
  for (const path of paths) writeFileSync(path, makeKey(), { flag: 'wx', mode: 0o600 })
  return `Made ${paths.join(' and ')}. Keep the root key offline.`
}

function root(file: string, values: Values): string {
  const previous = values.previous === undefined ? undefined : readRootFile(values.previous)
  const document = makeRoot({
    rootKeys: readKeys(values, 'root-key'),
    releaseKeys: readKeys(values, 'release-key'),
    threshold: numberOf(values.threshold),
    releaseThreshold: numberOf(values['release-threshold']),
    expires: expiryOf(values, 10),
    ...(previous !== undefined && {
      previous,
      previousKeys: (values['previous-key'] ?? []).map(readKeyFile),
    }),
  })
  checkRoot(document, previous)
  writeFileSync(file, document, { flag: 'wx' })
  return `Made ${file}. Add it to the server as a trust root.`
}

async function make(version: string, values: Values): Promise<string> {
  const problem = versionProblem(version)
  if (problem) throw new Error(`${version} ${problem}`)
  if (values.artifacts === undefined) throw new Error('--artifacts is missing')
  if (!values.root) throw new Error('--root is missing')
  const output = values.output ?? `release-${version}.zip`
  const files = await readFolder(values.artifacts, version)
  const roots = values.root.map(readRootFile)
  const entries = makeRelease({
    version,
    files,
    roots,
    releaseKeys: readKeys(values, 'release-key'),
    expires: expiryOf(values, 1),
  })
  await writeZip(output, entries)
  await checkRelease(output, roots).catch((error: unknown) => {
    rmSync(output)
    throw error
  })
  return `Made ${output} with ${files.artifacts.length} artifacts.`
}

function readKeys(values: Values, option: 'root-key' | 'release-key'): SigningKey[] {
  const paths = values[option]
  if (!paths) throw new Error(`--${option} is missing`)
  return paths.map(readKeyFile)
}

function readKeyFile(path: string): SigningKey {
  const text = readFileSync(path, 'utf8')
  try {
    return readKey(text)
  } catch {
    throw new Error(`${path} is not an Ed25519 key in PEM form`)
  }
}

/** @returns the text of a root document. @throws Error for any other file. */
function readRootFile(path: string): string {
  const text = readFileSync(path, 'utf8')
  try {
    readRoot(text)
    return text
  } catch {
    throw new Error(`${path} is not a root document`)
  }
}

function numberOf(value = '1'): number {
  if (!/^[1-9]\d?$/.test(value)) throw new Error(`${value} is not a number of keys`)
  return Number(value)
}

function expiryOf({ expires }: Values, years: number): Date {
  const now = new Date()
  if (expires === undefined) return new Date(now.setUTCFullYear(now.getUTCFullYear() + years))
  if (!/^\d{4}-\d\d-\d\d$/.test(expires) || Number.isNaN(Date.parse(expires)))
    throw new Error(`${expires} is not a day such as 2031-12-31`)
  if (Date.parse(expires) <= now.getTime()) throw new Error(`${expires} is not in the future`)
  return new Date(expires)
}
