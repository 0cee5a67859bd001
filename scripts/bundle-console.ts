// Builds the console and compresses its files.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const OUTPUT = 'console/dist'
/** Fonts are compressed already. */
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/

await build({ root: 'console', logLevel: 'warn' })
await Promise.all(
  filesIn(OUTPUT)
    .filter((file) => COMPRESSIBLE.test(file))
    .map(compress),
)

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file)
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, brotli))
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
