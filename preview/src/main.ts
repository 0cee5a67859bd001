// The console with a control plane in the same tab. Its data lives as long as the page.
import '@granary/console/styles/main.css'
import { loadDataset } from '@granary/control-plane/dataset/load.ts'
import dataset from 'granary:dataset'
import { setupWorker } from 'msw/browser'
import { openBackend } from './backend.ts'
import { showBanner } from './banner.tsx'
import { pageCookies } from './cookies.ts'
import { openWasmSqlite } from './database/wasm.ts'
import { httpBridge } from './http-bridge.ts'
import { serialBridge } from './serial-bridge.ts'

showBanner()
// The console starts as soon as its requests are intercepted; they wait for the backend.
const backend = openWasmSqlite().then((sqlite) =>
  openBackend(sqlite, pageCookies, (services) => loadDataset(services, dataset)),
)
const worker = setupWorker(...httpBridge(backend, PREVIEW_SETTINGS), serialBridge(backend))
await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
await import('@granary/console/main.tsx')
