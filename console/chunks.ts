import { join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

/** Where a module is, whatever the separator. */
const inside = (pattern: string): RegExp => new RegExp(pattern.replaceAll('/', String.raw`[\\/]`))

const isUi = inside(
  [
    'console/src/ui/(?!gallery|chart/|editor/|time-range/|certificate-preview|query-tabs|tabs|page/(beside-facts|drawings|facts|meters|part-meter|properties-table|quota-meter|share-bar|share-meter|card|relevant-docs|docs-links)|fields/(?!filter-input)|format/(big-number|boolean|id|middle-truncated-text)|.*-popup|overlay/(hide-others|overlay-frame|use-escape-without-focus|side-panel|copy-code-dialog|nav-guard-dialog)|table/virtual-rows|toast/clear-place|use-press-outside)',
    'console/src/(api/(?!absent|choices|send-file)|time/)',
    'console/src/app/(kit/[a-z]+/(choice-filter|create-link|deletion-protection|failed|filtered-list[.]|in-sentence|list-|name-link|search[.]|state-filter|tags-column|unread[.]|use-navigate-here|use-page|use-selection)|bulk/bulk.ts|instance-power|paths|quick-actions/(store|use-go-to)|route-params|use-is-idle)',
    'console/src/kinds/(instance/start-problem|tags/bulk-action)',
    'contract/src/(call|extension|generated/(reads|wire|client/((current-user|disks|experimental|floating-ips|images|instances|ip-pools|policy|projects|quotas|session|silos|snapshots|vpcs)|(experimental|instances|session|snapshots)-changes)[.]))',
    'domain/src/(names|numbers|page-tokens|sizes|time|disk-states|instance-states|start-problem)[.]ts',
    'node_modules/lucide-react/dist/esm/(?!icons/)',
  ].join('|'),
)
const isIcon = inside('node_modules/lucide-react/dist/esm/icons/')

/** Returns a test: whether a module is one of these, or imported by them, directly or through others, without `import()`. */
function isNeededBy(...files: string[]): (id: string, context: Rolldown.ChunkingContext) => boolean {
  const roots = files.map((file) => normalizePath(join(import.meta.dirname, 'src', file)))
  let needed: Set<string> | undefined
  return (id, context) => {
    needed ??= closure(roots, context)
    return needed.has(id)
  }
}

/** Returns modules and all that they import, directly or through others, without `import()`. */
function closure(roots: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(roots)
  // The loop also visits the values that it adds.
  for (const id of found)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

const isMain = inside('console/src/main.tsx$')
const isInEntry = isNeededBy('main.tsx')
const isInProject = isNeededBy('features/project.ts')
const isInLater = isNeededBy('later.ts')
const isInProjectLists = isNeededBy(
  ...[
    'affinity/group-list',
    'disks/disk-list',
    'external-subnets/external-subnet-list',
    'floating-ips/floating-ip-list',
    'images/project-images',
    'snapshots/snapshot-list',
    'vpcs/vpc-list',
  ].map((list) => `features/${list}.tsx`),
)
/** What all lists but that of instances need. */
const isOfLists = inside('console/src/app/kit/lists/use-(filtered-page|name-filter)')
const isLaterVendor = inside(
  'node_modules/@tanstack/(react-query/build/modern/use(Queries|InfiniteQuery)|query-core/build/modern/(queriesObserver|infiniteQueryObserver)|react-router/dist/esm/useBlocker)[.]js',
)
const isLibrary = inside('node_modules/')
const isChoice = inside(
  'console/src/ui/(fields/(combobox|listbox|long-list|opening-input|options|popup-room)|use-press-outside)',
)
const isInOverlays = isNeededBy('ui/overlay/overlay-frame.tsx')
const isInPopup = isNeededBy('ui/fields/combobox.tsx', 'ui/menu/menu-popup.tsx')
const isForm = inside(
  'console/src/(api/choices|app/kit/[a-z]+/(bound|drafts|field-problems|focus-first-invalid|gone|form-(dialog|page|panel)|kept-draft|leave-guard|offer-default|quota-left|read-only-notice|submit|unread-choices)|app/show-as/show-as-of-form|kinds/(disk/(disk-fields|use-(sources|writable-size))|network/identity-fields|tags/tags-field)|features/instances/networking/use-places|ui/fields/(?!combobox|contains-loosely|listbox|long-list|opening-input|options|popup-room)|ui/overlay/nav-guard-dialog)|node_modules/react-hook-form/',
)

/** Returns the chunk of an icon. One that only one module imports stays with that module. */
function chunkOfIcon(id: string, context: Rolldown.ChunkingContext): string | null {
  if (!isIcon.test(id)) return null
  // Some icons have a second name, whose module imports them.
  const importersOf = (module: string): readonly string[] =>
    (context.getModuleInfo(module)?.importers ?? []).flatMap((importer) =>
      isIcon.test(importer) ? importersOf(importer) : [importer],
    )
  const importers = importersOf(id)
  const isFirst = (importer: string) => isUi.test(importer) || isInEntry(importer, context)
  if (importers.some(isFirst)) return 'ui'
  return importers.length > 1 || importers.some((importer) => isForm.test(importer)) ? 'icons' : null
}

/** Returns a group of the modules that pass a test. */
const chunk = (name: string, test: (id: string, context: Rolldown.ChunkingContext) => boolean) => ({
  debugName: name,
  name: (id: string, context: Rolldown.ChunkingContext) => (test(id, context) ? name : null),
})

/**
 * Every screen is a chunk, and whatever two of them share would be a chunk as well: the instance list loaded 34 files.
 * These groups hold what nearly every screen needs; the page names them, so that they arrive together. Dialogs, menus,
 * comboboxes, virtual rows and the icons of single modules are not in them: they load when they are used. What belongs
 * to `vendor` or `ui` must not import from the entry, or the chunks would import each other.
 */
export const groups = [
  // No list needs these parts of the libraries.
  { name: 'later-vendor', test: isLaterVendor },
  {
    name: 'vendor',
    test: inside(
      '^\0(rolldown|vite)/|node_modules/(react|react-dom|scheduler|use-sync-external-store|@tanstack/(react-)?(router|query|store)(-core)?|@tanstack/history)/',
    ),
  },
  // Modules call `lazyPart` as they load: it must not lie in a chunk that imports them.
  {
    name: 'lazy',
    test: inside('console/src/ui/(lazy-part|import-with-retry|waits|store|toast/toast-store)'),
  },
  {
    debugName: 'ui and icons',
    name: (id: string, context: Rolldown.ChunkingContext) =>
      isUi.test(id) ? 'ui' : chunkOfIcon(id, context),
  },
  // The calls that no first page makes: those of projects, and those of the system and of settings.
  {
    name: 'calls',
    test: inside(
      'contract/src/generated/(client[.]|client/(affinity|disks|external-subnets|floating-ips|image|policy|projects|snapshots|subnet-pools|users[.]|vpcs))',
    ),
  },
  { name: 'later-calls', test: inside('contract/src/generated/client') },
  // Later routes and pages import these too; each would otherwise be a chunk of its own.
  chunk('app', (id, context) => !isMain.test(id) && isInEntry(id, context)),
  // The routes of the other pages are one request for each group (`router.tsx`): a click may wait for it.
  chunk(
    'routes',
    (id, context) => isOfLists.test(id) || (isInProject(id, context) && isInLater(id, context)),
  ),
  chunk('project', isInProject),
  chunk('later', isInLater),
  // `later` lists the chunks of every page with their hashes: the small pages of a family share one.
  { name: 'pools', test: inside('console/src/(kinds/pool|features/(ip-pools|subnet-pools))/(?!routes)') },
  {
    name: 'project-addresses',
    test: inside(
      'console/src/(kinds/network/attach-|features/(floating-ips|external-subnets)/(attach|from-pool|pools|values|.*-(create|edit)))',
    ),
  },
  // The two lists of instances share these.
  {
    name: 'instance-rows',
    test: inside(
      'console/src/(features/instances/(actions|bulk|columns|docs|external-|list-filters|many-sizes|memory|note-mark|start-problem|use-resize)|kinds/(disk/snapshot-now|metrics/use-loads))',
    ),
  },
  // The form of a new instance shares these with the pages of an instance.
  {
    name: 'instance-forms',
    test: inside(
      'console/src/(features/instances/(attach-disk-dialog|cpu-platforms|create/(body|values)|networking/stacks|quota-meters)|kinds/instance/use-compute)|domain/src/(cpu-platforms|machine-sizes|user-data)',
    ),
  },
  // The lines of load in the lists of instances; the pages of metrics need most of it too.
  {
    name: 'load',
    test: inside(
      'console/src/(kinds/metrics/(load|query-text|result-to-chart|use-chart)|ui/chart/sparkline)',
    ),
  },
  // A page with facts and tabs would load a dozen files of half a KiB, and so would a form.
  {
    name: 'pages',
    test: inside(
      'console/src/(app/(history/((use-)?page-history|route-tabs)|kit/[a-z]+/(header-with-tip|metadata|use-whole))|ui/(fields/contains-loosely|overlay/side-panel|query-tabs|tabs|page/(beside-facts|card|docs-links|properties-table|quota-meter|relevant-docs)|format/(id|middle-truncated-text)[.]))',
    ),
  },
  { name: 'views', test: inside('console/src/app/kit/lists/views/(views-menu|saved-views)') },
  { name: 'forms', test: isForm },
  { name: 'tags', test: inside('console/src/kinds/tags/tag-text|domain/src/(kinds|tags)[.]') },
  {
    name: 'disks',
    test: inside(
      'console/src/kinds/(disk/(columns|docs|source-(cell|size)|type-badge|use-source[.])|snapshot/docs)|domain/src/(snapshot-states|utilization)',
    ),
  },
  { name: 'keys', test: inside('console/src/kinds/ssh-key/|domain/src/ssh-|node_modules/@(noble|scure)/') },
  {
    name: 'addresses',
    test: inside(
      'domain/src/(instance-networking|ip|ip-ranges|subnets|subnet-pools)[.]|node_modules/ipaddr[.]js/',
    ),
  },
  // The lists of a project are fetched together, before the user opens one (`preload-neighbours.ts`).
  chunk('project-lists', isInProjectLists),
  // React Aria: dialogs, then menus and lists of choices, which need much of the same.
  chunk('overlays', (id, context) => isLibrary.test(id) && isInOverlays(id, context)),
  chunk('popups', (id, context) => isChoice.test(id) || (isLibrary.test(id) && isInPopup(id, context))),
]
