// Writes what is made from the contract: the OpenAPI document and the client's list of calls.
// `--check` writes nothing and fails when a file is not what it would write.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contract } from '../src/contract.ts'
import { openApiDocument } from '../src/openapi.ts'

const lines = Object.entries(contract).map(
  ([id, { method, path, summary }]) =>
    `/** ${summary}. */\nexport const ${id} = /* @__PURE__ */ call('${id}', '${method}', '${path}')`,
)
const files = {
  '../openapi.json': `${JSON.stringify(openApiDocument(contract), null, 2)}\n`,
  '../src/generated/client.ts': `// Made by \`npm run generate\` from the contract; do not edit.\nimport { call } from '../call.ts'\n\n${lines.join('\n')}\n`,
}

let stale = 0
for (const [name, content] of Object.entries(files)) {
  const path = fileURLToPath(new URL(name, import.meta.url))
  if (!process.argv.includes('--check')) writeFileSync(path, content)
  else if (readFileSync(path, 'utf8') !== content) {
    console.error(
      `${name.replace('../', 'contract/')} is not what the contract says: run \`npm run generate\``,
    )
    stale++
  }
}
process.exitCode = stale ? 1 : 0
