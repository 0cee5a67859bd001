import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const folder = fileURLToPath(new URL('..', import.meta.url))

test('builds a single file that needs only Node', () => {
  const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, encoding: 'utf8' })
  expect(built).toMatchObject({ status: 0, stderr: '' })
  const code = readFileSync(join(folder, 'dist/granary.js'), 'utf8')
  const imports = [...code.matchAll(/^import [^\n]*?from ?["']([^"']+)["']/gm)].map((match) => match[1]!)
  expect(imports.length).toBeGreaterThan(3)
  expect(imports.filter((name) => !isBuiltin(name))).toEqual([])

  const elsewhere = mkdtempSync(join(tmpdir(), 'granary-cli-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
  for (const part of ['bin', 'dist']) cpSync(join(folder, part), join(elsewhere, part), { recursive: true })
  copyFileSync(join(folder, 'package.json'), join(elsewhere, 'package.json'))
  const started = spawnSync(
    process.execPath,
    [join(elsewhere, 'bin/granary.mjs'), 'instance', 'list', '--help'],
    {
      encoding: 'utf8',
    },
  )
  expect(started).toMatchObject({ status: 0, stderr: '' })
  expect(started.stdout).toContain('GET /v1/instances')
})
