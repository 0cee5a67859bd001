import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { msw } from 'msw/vite'
import { mergeConfig, type Plugin } from 'vite'
import consoleConfig from '../console/vite.config.ts'
import { readPreviewSettings } from './src/settings.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const dataset = resolve(process.env.GRANARY_PREVIEW_DATASET ?? here('../datasets/example.json'))

/** Serves the console's own page, with the preview's entry point. */
const startPreviewFirst: Plugin = {
  name: 'granary:start-preview-first',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('/src/main.tsx', here('src/main.ts')),
  },
}

/** Adds the preview's classes to the console's style sheet. */
const styleBanner: Plugin = {
  name: 'granary:style-banner',
  enforce: 'pre',
  transform: (code, id) =>
    id === here('../console/src/styles/main.css') ? `${code}\n@source '${here('src')}';` : undefined,
}

/** Answers unhandled API requests with 404, where the static server would send the page. */
const noApiHere: Plugin = {
  name: 'granary:no-api-here',
  configurePreviewServer(server) {
    server.middlewares.use((request, response, next) => {
      if (!/^\/(experimental\/)?v1\//.test(request.url ?? '')) return next()
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end('{"message":"Not Found"}')
    })
  },
}

/** The console's build with a backend inside. The console's own build doesn't use this file. */
export default mergeConfig(
  { ...consoleConfig, plugins: [styleBanner, ...(consoleConfig.plugins ?? [])] },
  {
    root: here('../console'),
    resolve: { alias: { 'granary:dataset': dataset } },
    define: { PREVIEW_SETTINGS: JSON.stringify(readPreviewSettings(process.env)) },
    plugins: [msw({ mode: 'worker-only' }), startPreviewFirst, noApiHere],
    // The control plane is one chunk, because a tab needs all of it before it shows anything.
    build: { outDir: here('dist'), emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
  },
)
