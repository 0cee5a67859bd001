import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Cloud, runCloud } from './cloud.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Signs a terminal in to a cloud with the project `shop`. */
export async function begin(): Promise<[Terminal, Cloud]> {
  const [terminal, cloud] = [openTerminal(), await runCloud()]
  Object.assign(terminal.environment, { GRANARY_HOST: cloud.url, GRANARY_TOKEN: await cloud.token() })
  expect((await terminal.granary('project', 'create', '--name', 'shop')).code).toBe(0)
  return [terminal, cloud]
}

/** Uploads a file as the image `debian`. */
export const upload = (terminal: Terminal, file: string, ...more: string[]) =>
  terminal.granary(
    'image',
    'upload',
    file,
    '--project',
    'shop',
    '--name',
    'debian',
    '--os',
    'debian',
    '--version',
    '13',
    ...more,
  )

/** Checks that the only volume of a cloud has these bytes, followed by zeros. */
export function expectImported({ folder }: Cloud, bytes: Uint8Array): void {
  const blocks = join(folder, 'blocks')
  const written = readdirSync(blocks).filter((name) => name.endsWith('.data'))
  expect(written).toHaveLength(1)
  const found = readFileSync(join(blocks, written[0]!))
  expect(found.subarray(0, bytes.length).equals(bytes)).toBe(true)
  // Compares each byte with the one before: a call per byte of a disk of one gibibyte takes seconds.
  const rest = found.subarray(bytes.length)
  expect(rest[0] ?? 0).toBe(0)
  expect(rest.subarray(1).equals(rest.subarray(0, -1))).toBe(true)
}

/** Checks that no temporary disk or snapshot exists. */
export async function expectNothingLeft(terminal: Terminal): Promise<void> {
  for (const kind of ['disk', 'snapshot'])
    expect((await terminal.granary(kind, 'list', '--project', 'shop', '--json')).out.trim()).toBe('[]')
}
