import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { openTerminal } from '../../test/terminal.ts'
import { EXIT } from '../exit-codes.ts'
import type { Target, World } from '../target.ts'
import { confirmReplacement } from './confirm.ts'
import { copyStream } from './stream.ts'

const world = { interrupted: new AbortController().signal } as unknown as World
const target = { host: 'http://cloud.example' } as Target

test('says that a file cannot be written, and not that the connection was lost', async () => {
  const file = '/no-such-folder/bundle.zip'
  await expect(copyStream(world, new Response('bytes'), target, file)).rejects.toMatchObject({
    exitCode: EXIT.usage,
    message: expect.stringContaining(`${file} cannot be written: ENOENT`),
  })
})

test('says that the connection was lost in the middle of a file', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('terminated')) })
  await expect(copyStream(world, new Response(body), target, '/dev/null')).rejects.toMatchObject({
    exitCode: EXIT.unreachable,
    message: 'the connection to http://cloud.example was lost: terminated',
  })
})

test('replaces a file only by --force, or by a yes at the terminal', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'granary-stream-')), 'bundle.zip')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  await expect(confirmReplacement(world, file), 'a new file').resolves.toBeUndefined()
  await expect(confirmReplacement(world, '/dev/null')).resolves.toBeUndefined()
  writeFileSync(file, 'older')
  const terminal = openTerminal()
  const download = [
    'support-bundle',
    'download',
    crypto.randomUUID(),
    '--output',
    file,
    '--host',
    'http://127.0.0.1:9',
  ]
  // Refused before any request.
  expect(await terminal.granary(...download)).toEqual({
    code: EXIT.usage,
    out: '',
    err: `granary: ${file} exists: name another file, or replace it with --force\n`,
  })
  expect((await terminal.granary(...download, '--force')).code).toBe(EXIT.unreachable)
  const answers = ['n\n', 'yes\n']
  for (const [at, code] of [EXIT.interrupted, EXIT.unreachable].entries()) {
    terminal.keyboard(Readable.from([answers[at]]))
    expect(await terminal.granary(...download)).toMatchObject({
      code,
      err: expect.stringContaining(`${file} exists. Replace it? [y/N] `),
    })
  }
  expect(readFileSync(file, 'utf8')).toBe('older')
})
