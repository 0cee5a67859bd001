// Bundles the command line and its dependencies into one file for Node from 20 on, which `npm pack` packs.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const folder = fileURLToPath(new URL('..', import.meta.url))

await build({
  root: folder,
  configFile: false,
  logLevel: 'warn',
  // The file includes the dependencies and the other workspaces.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'granary.js', codeSplitting: false } },
  },
})
