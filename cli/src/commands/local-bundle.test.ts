import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openServer } from '../../../server/test/server.ts'
import { administrator } from '../../test/administrator.ts'
import { openTerminal } from '../../test/terminal.ts'

/** Returns a folder that is deleted after the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'granary-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const isZip = (path: string): boolean => readFileSync(path).subarray(0, 4).toString() === 'PK\u0003\u0004'

test('makes the bundle of a server that does not start, from its data folder', async () => {
  const data = newFolder()
  const server = await openServer(data)
  await server.stop()
  const terminal = openTerminal()
  const file = join(newFolder(), 'bundle.zip')
  const made = await terminal.granary('support-bundle', '--data', data, '--output', file)
  expect(made).toEqual({ code: 0, out: `${file}\n`, err: '' })
  expect(isZip(file)).toBe(true)
  const again = await terminal.granary('support-bundle', '--data', data, '--output', file)
  expect(again).toEqual({
    code: 2,
    out: '',
    err: `granary: ${file} exists: name another file, or replace it with --force\n`,
  })
  writeFileSync(file, 'older')
  const replaced = await terminal.granary('support-bundle', '--data', data, '--output', file, '--force')
  expect(replaced).toEqual({ code: 0, out: `${file}\n`, err: '' })
  expect(isZip(file)).toBe(true)
  const nowhere = join(data, 'missing', 'bundle.zip')
  const failed = await terminal.granary('support-bundle', '--data', data, '--output', nowhere)
  expect([failed.code, failed.err]).toEqual([1, `${nowhere} cannot be written: its folder does not exist\n`])
  // Without a database that opens, the bundle has the rest.
  const broken = newFolder()
  writeFileSync(join(broken, 'granary.sqlite'), 'no database at all, only a text')
  const other = join(broken, 'other.zip')
  const half = await terminal.granary('support-bundle', '--data', broken, '--output', other)
  expect(half).toMatchObject({ code: 0, err: expect.stringMatching(/^database\.json: /) })
  expect(isZip(other)).toBe(true)
})

test('names the file after the time, and says what it needs', async () => {
  const data = newFolder()
  const here = process.cwd()
  const folder = newFolder()
  process.chdir(folder)
  try {
    const made = await openTerminal().granary('support-bundle', '--data', data)
    expect(made.out).toMatch(/^support-bundle-\d{8}-\d{6}\.zip\n$/)
    expect(readdirSync(folder)).toEqual([made.out.trim()])
  } finally {
    process.chdir(here)
  }
  const { code, err } = await openTerminal().granary('support-bundle')
  expect([code, err]).toEqual([2, expect.stringContaining('--data <folder>')])
})

const { fine, json } = administrator()

test('shows the size of a bundle with its unit', async () => {
  const { id } = await json('support-bundle create')
  await expect
    .poll(async () => (await json(`support-bundle view ${id}`)).state, { timeout: 20_000 })
    .toBe('active')
  expect(await fine('support-bundle list --columns size')).toMatch(/\d (KiB|MiB)\n$/)
})
