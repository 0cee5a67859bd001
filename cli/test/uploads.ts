import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
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

/** The files of volumes are read in pieces: the disks have a gibibyte. */
const PIECE = 1024 * 1024

/** Checks that the only volume of a cloud has these bytes, followed by zeros. */
export function expectImported({ folder }: Cloud, bytes: Uint8Array): void {
  const blocks = join(folder, 'blocks')
  const written = readdirSync(blocks).filter((name) => name.endsWith('.data'))
  expect(written).toHaveLength(1)
  const file = openSync(join(blocks, written[0]!), 'r')
  const [found, expected] = [Buffer.alloc(PIECE), Buffer.alloc(PIECE)]
  let size = 0
  for (let length = 0; (length = readSync(file, found, 0, PIECE, size)) > 0; size += length) {
    expected.fill(0)
    expected.set(bytes.subarray(size, size + length))
    expect(found.compare(expected, 0, length, 0, length), `of the bytes from ${size} on`).toBe(0)
  }
  closeSync(file)
  expect(size).toBeGreaterThanOrEqual(bytes.length)
}

/** Checks that no temporary disk or snapshot exists. */
export async function expectNothingLeft(terminal: Terminal): Promise<void> {
  for (const kind of ['disk', 'snapshot'])
    expect((await terminal.granary(kind, 'list', '--project', 'shop', '--json')).out.trim()).toBe('[]')
}
