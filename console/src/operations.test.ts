// Every operation of the contract has a screen, or a reason why it has none. The screens are found in the sources, read as text.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { contract } from '@granary/contract/contract.ts'
import { expect, test } from 'vitest'

type Reasoned = {
  /** IDs; a star stands for the rest of a name. */
  operations: readonly string[]
  reason: string
}

/** What the console leaves to the command line and to programs, by family, with the reason. */
const WITHOUT_SCREEN: readonly Reasoned[] = [
  {
    operations: [
      'networkingAddressLot*',
      'networkingBfdDisable',
      'networkingBfdEnable',
      'networkingBgpAnnounce*',
      'networkingBgpConfig*',
      'networkingBgpExported',
      'networkingBgpImported',
      'networkingBgpMessageHistory',
      'networkingLoopbackAddress*',
      'networkingSwitchPortLldpConfig*',
      'networkingSwitchPortSettingsCreate',
      'networkingSwitchPortSettingsDelete',
    ],
    reason:
      'The network of a rack is designed as a whole, once, by people who keep it in files (docs/rack-network.md, docs/bgp.md). The inventory applies settings to ports and shows their links and neighbors, the page of the rack network whether sessions are up. Routes and messages of BGP are read by programs.',
  },
  {
    operations: ['multicast*', 'instanceMulticast*'],
    reason: 'No driver carries multicast out, and the console makes no multicast pools.',
  },
  {
    operations: ['probe*'],
    reason: 'A probe runs no guest: people who test networks make them with scripts, and delete them again.',
  },
  {
    operations: ['systemIpPoolAssign'],
    reason:
      'A pool for the services of the system is chosen once, when the rack is set up. The console makes pools for silos.',
  },
  {
    operations: [
      'affinityGroupMemberInstanceView',
      'antiAffinityGroupMemberInstanceView',
      'groupView',
      'physicalDiskView',
      'scimTokenView',
      'siloQuotasView',
      'siloUserView',
      'switchView',
      'systemQuotasList',
      'systemUpdateRepositoryView',
      'systemUpdateTrustRootView',
      'tagView',
      'webhookSecretsList',
    ],
    reason: 'The screens read the same from a list or from what it belongs to.',
  },
  {
    operations: ['systemTimeseriesSchemaList', 'userBuiltin*'],
    reason:
      'Facts about the server that no operator acts on. Users of the system appear in the history of what they change.',
  },
  {
    operations: ['deviceAuthRequest', 'deviceAccessToken', 'supportBundleHead*'],
    reason:
      'For programs: a device asks for a token, which the console confirms; a download says its size by itself.',
  },
]

const ROOT = import.meta.dirname
/** Packages whose code screens run. */
const UPLOAD = join(ROOT, '../../image-upload/src')
const ids = Object.keys(contract) as (keyof typeof contract)[]

/** The routes around all pages: what surrounds a page is on every one. */
const FRAME = 'app/routes.ts'

/** Lists of routes. They lead to other screens, and what only their loaders read is on none. */
const isRoutes = (file: string): boolean =>
  /^(features\/.*routes|features\/(first|project|later)|router|later)\.tsx?$/.test(file)

type Source = { file: string; text: string }

const sources: ReadonlyMap<string, Source> = new Map(
  [ROOT, UPLOAD]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|testing[a-z-]*\.tsx?$/.test(path))
    .map((path) => [path, { file: relative(ROOT, path), text: readFileSync(path, 'utf8') }]),
)

/** Returns the sources that a source imports to run, also those that load later. */
function importsOf(path: string): string[] {
  const { text } = sources.get(path)!
  const named = Array.from(
    text.matchAll(/(?:^|\n)(?:import|export)(?! type)[^'"`;]*?from '([^']+)'|import\(\s*'([^']+)'/g),
    ([, fixed, later]) => fixed ?? later!,
  )
  return named.flatMap((name) => {
    const target = name.startsWith('.')
      ? join(dirname(path), name)
      : name.replace(/^@granary\/image-upload/, UPLOAD)
    return sources.has(target) ? [target] : []
  })
}

/** Returns what runs for a module: itself, and what it imports, directly or through others. */
function reachedFrom(start: string): Set<string> {
  const found = new Set([start])
  // The loop also visits the values that it adds.
  for (const path of found)
    for (const target of importsOf(path)) if (!isRoutes(sources.get(target)!.file)) found.add(target)
  return found
}

/** Returns a pattern of the path of an operation as sources write it: `/v1/disks/${disk}` or `/v1/disks/$disk`. */
const pathPattern = (path: string): RegExp =>
  new RegExp(`${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '\\$(\\w+|\\{[^}]*\\})')}['\`?]`)

/** Returns the operations that a source calls: it imports them from the client, or has their path. */
function callsOf({ text }: Source): string[] {
  const imported = Array.from(
    text.matchAll(/import \{([^}]*)\} from '@granary\/contract\/generated\/client[^']*'/g),
    ([, names = '']) => names.split(',').map((name) => name.trim()),
  ).flat()
  const written = text.includes('/v1/') || text.includes('/login/') || text.includes('/device/')
  return ids.filter((id) => imported.includes(id) || (written && pathPattern(contract[id].path).test(text)))
}

/** Returns the screens: the modules of pages, and the frame around all of them. */
function screens(): string[] {
  const pages = [...sources].flatMap(([path, { file, text }]) =>
    isRoutes(file) || file === FRAME
      ? Array.from(text.matchAll(/lazyPage\(\(\) => import\('([^']+)'\)/g), ([, name]) =>
          join(dirname(path), name!),
        )
      : [],
  )
  return [...new Set([...pages, join(ROOT, FRAME), join(ROOT, 'app/navigation-later.ts')])].filter((path) =>
    existsSync(path),
  )
}

/** Returns the screens of each operation. */
function screensByOperation(): Map<string, string[]> {
  const calls = new Map([...sources].map(([path, source]) => [path, callsOf(source)]))
  const found = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const screen of screens())
    for (const id of new Set([...reachedFrom(screen)].flatMap((path) => calls.get(path)!)))
      found.get(id)!.push(sources.get(screen)!.file)
  return found
}

const found = screensByOperation()

/** Whether an entry of the table names an operation; a star stands for the rest of a name. */
const names = (entry: string, id: string): boolean =>
  entry.endsWith('*') ? id.startsWith(entry.slice(0, -1)) : entry === id
const left = WITHOUT_SCREEN.flatMap(({ operations }) => operations)

test('each operation of the contract has a screen, or a reason why it has none', () => {
  expect(ids.length).toBeGreaterThan(390)
  const missing = ids.filter((id) => found.get(id)!.length === 0)
  expect(missing.filter((id) => !left.some((entry) => names(entry, id)))).toEqual([])
})

test('no reason is out of date: each is about operations of the contract, none of which has a screen', () => {
  const stale = left.filter((entry) => {
    const meant = ids.filter((id) => names(entry, id))
    return meant.length === 0 || meant.some((id) => found.get(id)!.length > 0)
  })
  expect(stale).toEqual([])
})

test('finds the screens of an operation, also through what a screen loads later', () => {
  expect(found.get('instanceList')).toContain('features/instances/instance-list.tsx')
  expect(found.get('supportBundleDownload')).toContain('features/support-bundles/bundle-panel.tsx')
  // From the code of uploads, which a dialog loads.
  expect(found.get('diskBulkWriteImport')).toContain('features/images/image-upload-page.tsx')
  expect(found.get('eventStream')).toContain(FRAME)
  expect(found.get('instanceList')).not.toContain('features/support-bundles/bundle-list.tsx')
})
