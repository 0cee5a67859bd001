// Writes the generated files: the indexes of families, and what the contract implies (the OpenAPI document and the
// console's tables). `--check` writes nothing and fails when a file is stale.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { indexes } from './indexes.ts'

const root = join(import.meta.dirname, '../..')
const check = process.argv.includes('--check')

/** Writes or compares files. @returns the paths of the stale ones. */
function update(files: Record<string, string>): string[] {
  const written = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)
  const stale = Object.entries(files).filter(([path, content]) => written(join(root, path)) !== content)
  if (!check)
    for (const [path, content] of stale) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    }
  return stale.map(([path]) => path)
}

const staleIndexes = update(indexes())
// The contract is one of the indexes, so it is read after they are written.
const { contractFiles } = await import('./contract-files.ts')
const stale = [...staleIndexes, ...update(contractFiles())]
if (check)
  for (const path of stale) {
    console.error(`${path} is stale: run \`npm run generate\``)
    process.exitCode = 1
  }
