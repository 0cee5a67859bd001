import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildIfChanged } from './build-stamp.ts'

const OUTPUT = 'console/dist'
/** Fonts are compressed already. */
const WORTH_COMPRESSING = /\.(js|css|html|svg|json)$/

/** Builds the console when its sources have changed, and compresses what it consists of. @returns whether it had to. */
export const buildConsole = (): Promise<boolean> =>
  buildIfChanged({
    name: 'console',
    inputs: [
      'console/src',
      'console/public',
      'console/index.html',
      'console/vite.config.ts',
      'contract/src',
      'domain/src',
      'image-upload/src',
    ],
    output: `${OUTPUT}/index.html`,
    run: async () => {
      console.error('Building the console …')
      // Takes longer to load than everything that a start without a build does.
      const { build } = await import('vite')
      await build({ root: 'console', logLevel: 'warn' })
      await Promise.all(
        filesIn(OUTPUT)
          .filter((file) => WORTH_COMPRESSING.test(file))
          .map(compress),
      )
    },
  })

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file)
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, brotli))
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
