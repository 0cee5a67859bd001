// Makes one file of the command line and of everything that it needs, for Node from 20 on: what `npm pack` packs.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const folder = fileURLToPath(new URL('..', import.meta.url))

await build({
  root: folder,
  configFile: false,
  logLevel: 'warn',
  // Everything is in the file, also what is a package of its own elsewhere.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'granary.js', codeSplitting: false } },
  },
})
