// Runs the console with hot reload on a running server (`npm start`, or --server URL).
import { parseArgs } from 'node:util'
import { createServer } from 'vite'

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://127.0.0.1:8400' },
    port: { type: 'string', default: '5173' },
  },
})
const target = { target: values.server, ws: true }
const vite = await createServer({
  root: 'console',
  server: {
    port: Number(values.port),
    // Keeps the browser's Host header, so that the server sees one site.
    proxy: { '/v1': target, '/experimental': target, '^/device/(auth|token|confirm)$': target },
  },
})
await vite.listen()
console.log(
  `The console is at ${vite.resolvedUrls?.local[0] ?? ''}, the design system at ${vite.resolvedUrls?.local[0] ?? ''}ui`,
)
