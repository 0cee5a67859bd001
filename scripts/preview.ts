// Builds the technical preview if its sources have changed, and serves it: the console with its control plane in the
// tab.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, preview } from 'vite'
import { readDataset } from '../control-plane/src/dataset/read.ts'
import { readPreviewSettings } from '../preview/src/settings.ts'
import { buildIfChanged } from './build-stamp.ts'

const HELP = `npm run preview -- [options]

  --dataset FILE   what the preview shows (default datasets/example.json)
  --port NUMBER    default 8401
  --host ADDRESS   default 127.0.0.1; browsers need https:// for any but this machine's own
  --no-build       serve what was built before

Read from the environment when it is built:
  GRANARY_PREVIEW_LATENCY   milliseconds that each request takes; 0 for none (default 200 to 400, random)
  GRANARY_PREVIEW_CHAOS     percent of requests that fail on purpose (default 0)
`
const OUTPUT = 'preview/dist/index.html'
const configFile = 'preview/vite.config.ts'

function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}

function readOptions() {
  try {
    const { values } = parseArgs({
      allowNegative: true,
      options: {
        dataset: { type: 'string', default: process.env.GRANARY_PREVIEW_DATASET ?? 'datasets/example.json' },
        port: { type: 'string', default: '8401' },
        host: { type: 'string', default: '127.0.0.1' },
        build: { type: 'boolean', default: true },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Error(`--port must be a number from 0 to 65535, not "${values.port}"`)
    if (values.build && !existsSync(values.dataset))
      throw new Error(`--dataset: there is no file ${values.dataset}`)
    return { ...values, port, settings: readPreviewSettings(process.env) }
  } catch (error) {
    return refuse(`${(error as Error).message}\n\n${HELP}`)
  }
}

/** Returns the text of a data set with valid fields. References are checked in the browser. */
function readDatasetFile(path: string): string {
  try {
    const text = readFileSync(path, 'utf8')
    readDataset(JSON.parse(text))
    return text
  } catch (error) {
    return refuse(`${path}: ${(error as Error).message}`)
  }
}

const { dataset, port, host, help, settings, ...options } = readOptions()
if (help) {
  console.log(HELP)
  process.exit(0)
}
process.env.GRANARY_PREVIEW_DATASET = resolve(dataset)
if (options.build) {
  await buildIfChanged({
    name: 'preview',
    inputs: ['preview', 'console', 'control-plane', 'compute', 'contract', 'domain', 'image-upload'],
    settings: { ...settings, dataset: readDatasetFile(dataset) },
    output: OUTPUT,
    run: async () => {
      console.log('Building the preview …')
      await build({ configFile, logLevel: 'warn' })
    },
  })
} else if (!existsSync(OUTPUT)) {
  refuse('Nothing was built yet: leave out --no-build.')
}
const server = await preview({ configFile, preview: { host, port, strictPort: true, allowedHosts: true } })
console.log(
  `The technical preview is at ${(server.resolvedUrls?.local ?? [])[0] ?? `http://${host}:${port}/`}`,
)
