import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { groups } from './chunks.ts'

/**
 * The console speaks English; React Aria carries its few own words in 34 languages. What is `undefined` there falls back
 * to English. Saves 2.5 to 7 KiB (gzip) in what menus, selects and comboboxes load.
 */
const englishOnly: Plugin = {
  name: 'english-only',
  enforce: 'pre',
  load: (id) =>
    /react-(aria|stately)[^?]*[\\/]intl[\\/].*[\\/](?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/.test(id)
      ? 'export default undefined'
      : null,
}

/** The guides in public/docs have no build. They find the fonts of the console beside them. */
const fontsForDocs: Plugin = {
  name: 'fonts-for-docs',
  apply: 'build',
  generateBundle() {
    for (const [font, file] of [
      ['inter', 'inter-latin-wght-normal'],
      ['jetbrains-mono', 'jetbrains-mono-latin-wght-normal'],
    ]) {
      const path = createRequire(import.meta.url).resolve(`@fontsource-variable/${font}/files/${file}.woff2`)
      this.emitFile({ type: 'asset', fileName: `docs/${font}.woff2`, source: readFileSync(path) })
    }
  },
}

export default defineConfig({
  plugins: [englishOnly, fontsForDocs, react(), tailwindcss()],
  build: {
    // The content security policy knows no `data:` addresses.
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } },
  },
})
