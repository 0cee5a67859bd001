import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlPlaneLayers } from './layers.ts'

const root = resolve(import.meta.dirname, '../..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'layers-'))
  writeFileSync(join(folder, 'oxlint.config.ts'), `export { default } from '${root}/oxlint.config.ts'\n`)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Whether lint refuses a file of the control plane that imports this. */
function refused(file: string, specifier: string): boolean {
  const path = join(folder, 'control-plane/src', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `import { planted } from '${specifier}'\nplanted()\n`)
  const lint = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=unix', path], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(path)
  return lint.stdout.includes('no-restricted-imports')
}

test.each([
  ['instances/planted.ts', '../disks/handlers.ts'],
  ['instances/planted.ts', '../edge/app.ts'],
  ['instances/planted.ts', '../handlers.ts'],
  ['scim/http/planted.ts', '../../users/handlers.ts'],
  ['kit/planted.ts', '../kinds/disk.ts'],
  ['kinds/planted.ts', '../shared/storage/create-disk.ts'],
  ['shared/storage/planted.ts', '../network/allocate.ts'],
  ['shared/storage/planted.ts', '../../disks/handlers.ts'],
  ['edge/planted.ts', '../dataset/load.ts'],
  ['disks/planted.ts', '../kit/raw-writer.ts'],
  ['scim/http/planted.ts', '../../kit/changes.ts'],
  ['shared/storage/planted.ts', '../../kit/raw-writer.ts'],
])('lint refuses that %s imports %s', (file, specifier) => {
  expect(refused(file, specifier)).toBe(true)
})

test.each([
  ['instances/planted.ts', '../kinds/disk.ts'],
  ['instances/planted.ts', '../shared/storage/create-disk.ts'],
  ['scim/http/planted.ts', '../users/write.ts'],
  ['shared/storage/planted.ts', '../../kinds/disk.ts'],
  ['edge/planted.ts', '../instances/serial-console.ts'],
  ['kinds/planted.ts', '../kit/raw-writer.ts'],
  ['disks/planted.ts', '../kit/unlogged.ts'],
])('lint lets %s import %s', (file, specifier) => {
  expect(refused(file, specifier)).toBe(false)
})

test('every folder of the control plane has a layer', () => {
  const folders = [...new Set(globSync('**/*.ts', { cwd: join(root, 'control-plane/src') }).map(dirname))]
  const layers = controlPlaneLayers.flat()
  const outside = folders.filter(
    (each) =>
      each !== '.' &&
      !layers.some(
        (layer) =>
          each === layer || (/^[^/]+$/.test(each.slice(layer.length + 1)) && each.startsWith(`${layer}/`)),
      ),
  )
  expect(outside).toEqual([])
})
