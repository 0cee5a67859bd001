import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test.each([
  ['operations', 'contract/src', 'contract.ts', '*.ts', /^export const \w+ = family\(/m],
  [
    'a migration',
    'control-plane/src/database/migrations',
    'index.ts',
    '*.ts',
    /^export const \w+: Migration = /m,
  ],
  ['routes', 'console/src/features', 'index.ts', '*/routes.ts', /^export const in[A-Z]/m],
] as const)('a file with %s is registered', (_, folder, name, files, declares) => {
  const found = globSync(files, { cwd: join(root, folder) }).filter((file) =>
    declares.test(read(`${folder}/${file}`)),
  )
  expect(found.length).toBeGreaterThan(10)
  const index = read(`${folder}/${name}`)
  expect(found.filter((file) => !index.includes(`'./${file}'`))).toEqual([])
})
