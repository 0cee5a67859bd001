import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

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

/** Where a module is, whatever the separator. */
const inside = (pattern: string): RegExp => new RegExp(pattern.replaceAll('/', String.raw`[\\/]`))

const isUi = inside(
  [
    'console/src/ui/(?!gallery|chart/|time-range/|certificate-preview|query-tabs|tabs|page/(drawings|facts|meters|properties-table|quota-meter|share-bar|share-meter|card|relevant-docs|docs-links)|fields/(?!filter-input)|format/(big-number|id|middle-truncated-text)|.*-popup|overlay/(hide-others|overlay-frame|use-escape-without-focus|side-panel|copy-code-dialog|nav-guard-dialog)|table/virtual-rows)',
    'console/src/api/',
    'console/src/app/(kit/(choice-filter|create-link|deletion-protection|failed|list-options|list-page|list-place|list-section|name-link|state-filter|use-name-filter|use-page|use-selection)|bulk/bulk.ts|frame/bottom-bar|instance-power|paths|quick-actions/(store|use-go-to)|route-params)',
    'console/src/kinds/instance/start-problem',
    'contract/src/(call|extension|generated/(client|reads|wire))',
    'domain/src/(names|numbers|sizes|time|disk-states|instance-states)[.]ts',
    'node_modules/lucide-react/dist/esm/(?!icons/)',
  ].join('|'),
)
const isIcon = inside('node_modules/lucide-react/dist/esm/icons/')

const isMain = inside('console/src/main.tsx$')

/** Whether the entry imports a module, itself or through others, without `import()`. */
function isInEntry(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (isMain.test(id)) return true
  seen.add(id)
  const importers = context.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => !seen.has(importer) && isInEntry(importer, context, seen))
}

/** Returns the chunk of an icon. One that only one module imports stays with that module. */
function chunkOfIcon(id: string, context: Rolldown.ChunkingContext): string | null {
  if (!isIcon.test(id)) return null
  const importers = context.getModuleInfo(id)?.importers ?? []
  // Some icons have a second name, whose module imports them.
  const isFirst = (importer: string) =>
    isUi.test(importer) || isIcon.test(importer) || isInEntry(importer, context)
  if (importers.some(isFirst)) return 'ui'
  return importers.length > 1 ? 'icons' : null
}

/**
 * Every screen is a chunk, and whatever two of them share would be a chunk as well: the instance list loaded 34 files.
 * These groups hold what nearly every screen needs; the page names them, so that they arrive together. Dialogs, menus,
 * comboboxes, virtual rows and the icons of single modules are not in them: they load when they are used. What belongs
 * to `vendor` or `ui` must not import from the entry, or the chunks would import each other.
 */
const groups = [
  {
    name: 'vendor',
    test: inside(
      '^\0(rolldown|vite)/|node_modules/(react|react-dom|scheduler|use-sync-external-store|@tanstack/(react-)?(router|query|store)(-core)?|@tanstack/history)/',
    ),
  },
  // Modules call `lazyPart` as they load: it must not lie in a chunk that imports them.
  { name: 'lazy', test: inside('console/src/ui/(lazy-part|import-with-retry|store|toast/toast-store)') },
  {
    debugName: 'ui and icons',
    name: (id: string, context: Rolldown.ChunkingContext) =>
      isUi.test(id) ? 'ui' : chunkOfIcon(id, context),
  },
  // Later routes and pages import these too; each would otherwise be a chunk of its own.
  {
    debugName: 'app',
    name: (id: string, context: Rolldown.ChunkingContext) =>
      !isMain.test(id) && isInEntry(id, context) ? 'app' : null,
  },
  // `later` lists the chunks of every page with their hashes: the small pages of a family share one.
  { name: 'pools', test: inside('console/src/(kinds/pool|features/(ip-pools|subnet-pools))/(?!routes)') },
  {
    name: 'project-addresses',
    test: inside(
      'console/src/(kinds/network/(attach|instance-cell)|features/(floating-ips|external-subnets)/(?!routes))',
    ),
  },
  // The two lists of instances share these.
  {
    name: 'instance-rows',
    test: inside(
      'console/src/(features/instances/(actions|bulk|columns|docs|external-|list-filters|many-sizes|memory|start-problem|use-resize)|kinds/(disk/snapshot-now|metrics/use-loads))',
    ),
  },
  // The lines of load in the lists of instances; the pages of metrics need most of it too.
  {
    name: 'load',
    test: inside(
      'console/src/(kinds/metrics/(load|query-text|result-to-chart|use-chart)|ui/chart/sparkline)',
    ),
  },
  // The tabs of pages, and which page has a history: otherwise three chunks.
  { name: 'tabs', test: inside('console/src/(app/history/(use-)?page-history|app/kit/route-tabs|ui/tabs)') },
  {
    name: 'fields',
    test: inside('console/src/ui/fields/(?!combobox|listbox|long-list|options)'),
    minShareCount: 2,
  },
]

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
