// Writes the generated files of the contract: the OpenAPI document and the console's tables.
// `--check` writes nothing and fails when a file is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contract } from '../src/contract.ts'
import { openApiDocument } from '../src/openapi.ts'
import { clientSource, readsSource, wireSource } from './sources.ts'

const files = {
  '../openapi.json': `${JSON.stringify(openApiDocument(contract), null, 2)}\n`,
  '../src/generated/client.ts': clientSource(contract),
  '../src/generated/reads.ts': readsSource(contract),
  '../src/generated/wire.ts': wireSource(contract),
}

let stale = 0
for (const [name, content] of Object.entries(files)) {
  const path = fileURLToPath(new URL(name, import.meta.url))
  if (!process.argv.includes('--check')) writeFileSync(path, content)
  else if (readFileSync(path, 'utf8') !== content) {
    console.error(`${name.replace('../', 'contract/')} is stale: run \`npm run generate\``)
    stale++
  }
}
process.exitCode = stale ? 1 : 0
