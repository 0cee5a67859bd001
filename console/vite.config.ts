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

/**
 * Names the fonts in the page. Browsers would otherwise find them when the first text is laid out, and lay out all of it
 * again when they arrive. Scripts come first: text has fallbacks of the same size.
 */
const fontsInPage: Plugin = {
  name: 'fonts-in-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /^assets\/.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            fetchpriority: 'low',
            href: `/${file}`,
          },
          injectTo: 'head',
        })),
  },
}

/**
 * Refuses first chunks that need each other: a module would run before those that it imports, and the console would not start. It happens
 * when a module that no group of `chunks.ts` names is imported from above and below.
 */
const noCircles: Plugin = {
  name: 'no-circles',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const needs = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
    const reached = (files: readonly string[]) => {
      const all = new Set(files)
      // The loop also visits the values that it adds.
      for (const file of all) for (const needed of needs.get(file) ?? []) all.add(needed)
      return all
    }
    for (const first of reached(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)))
      if (reached(needs.get(first) ?? []).has(first))
        this.error(`${first} needs itself through the chunks that it imports (chunks.ts)`)
  },
}

export default defineConfig({
  plugins: [englishOnly, fontsForDocs, fontsInPage, noCircles, react(), tailwindcss()],
  resolve: {
    // The same without what React before 18 lacked.
    alias: [
      {
        find: /^use-sync-external-store\/shim(\/index\.js)?(?=$|\/with-selector$)/,
        replacement: 'use-sync-external-store',
      },
    ],
  },
  build: {
    // The content security policy knows no `data:` addresses.
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } },
  },
})
