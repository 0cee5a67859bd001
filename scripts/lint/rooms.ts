import { readdirSync } from 'node:fs'

/** What the sources of a room may import: other rooms, and which platforms they may not need. */
export type Room = {
  imports: readonly string[]
  without?: readonly Platform[]
  /**
   * The order of the folders of `src`, lowest first: a folder imports from the lines above its own, and never from another
   * folder of its line. Files in no such folder, like those of `src` itself, put everything together.
   */
  layers?: readonly (readonly string[])[]
}
export type Platform = keyof typeof platforms

/** Names of packages by the platform that they need. */
export const platforms = {
  Node: /^node:/,
  React: /^react(-|\/|$)/,
  PostgreSQL: /^pg(-|\/|$)/,
}

const foldersIn = (path: string): string[] =>
  readdirSync(new URL(`../../${path}`, import.meta.url), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  )
const alone = (folder: string) => [folder]

const kit = ['base', 'log', 'context', 'sql', 'request', 'resources'].map((group) => `kit/${group}`)
const below = ['database', ...kit, 'kinds', 'tasks']
/** Besides `shared/`: what several families need. */
const common = ['access', 'metrics']
const above = ['edge', 'start', 'dataset']
/** Every other folder of the control plane is a family. */
const families = foldersIn('control-plane/src').filter(
  (folder) => !['kit', ...below, ...common, 'shared', ...above].includes(folder),
)
const shared = foldersIn('control-plane/src/shared').map((folder) => `shared/${folder}`)
const features = foldersIn('console/src/features').map((folder) => `features/${folder}`)

/** The rooms, as in CONTRIBUTING.md. docs/architecture.md says what the layers are for. */
export const rooms: Record<string, Room> = {
  domain: { imports: [], without: ['Node', 'React'] },
  contract: { imports: ['domain'], without: ['Node', 'React'] },
  compute: { imports: ['domain'], without: ['Node', 'React'] },
  'compute-qemu': { imports: ['compute', 'domain'], without: ['React', 'PostgreSQL'] },
  'image-upload': { imports: ['contract', 'domain'], without: ['Node', 'React'] },
  'control-plane': {
    imports: ['contract', 'domain', 'compute'],
    without: ['Node', 'React', 'PostgreSQL'],
    layers: [...below.map(alone), [...common, ...shared], families, ...above.map(alone)],
  },
  cli: { imports: ['contract', 'domain', 'image-upload'], without: ['React'] },
  server: {
    imports: ['control-plane', 'contract', 'compute', 'compute-qemu', 'domain'],
    without: ['React'],
  },
  console: {
    imports: ['contract', 'domain', 'image-upload'],
    without: ['Node'],
    layers: [['time'], ['ui', 'api'], ['app'], ['kinds'], features],
  },
  preview: {
    imports: ['console', 'control-plane', 'contract', 'compute', 'domain', 'image-upload'],
    without: ['Node'],
  },
}

/** Files that only some others import, although the order of rooms and folders lets more. */
export type Reserved = { files: RegExp; importers: RegExp; message: string }

/** Each says whose imports it lets, because a path or a layer alone does not. */
export const reserved: readonly Reserved[] = [
  {
    files:
      /^control-plane\/src\/(database\/session|kit\/(sql\/fixed-write|resources\/(changes|logged|kind)))\.ts$/,
    importers: /^(server|preview)\/|^control-plane\/src\/((database|kit|kinds|tasks|start|dataset)\/|[^/]+$)/,
    message: 'Writes log themselves: call the kind, or unlogged() for a table that is no resource.',
  },
  {
    files: /^compute\/(src\/simulated|conformance)\//,
    importers:
      /^(compute\/src\/simulated|compute-qemu\/src\/(.*\/)?testing\/|compute-qemu\/.*\.test\.ts$|server\/src\/drivers\.ts$|preview\/src\/backend\.ts$)/,
    message: 'Only the host opens a driver (drivers.ts, backend.ts); everything else is given one.',
  },
  {
    files: /^compute-qemu\//,
    importers: /^(compute-qemu\/|server\/src\/(drivers|image-files\/demo-image)\.ts$|scripts\/)/,
    message: 'Only drivers.ts opens a driver; everything else is given one.',
  },
  {
    files: /^(contract|image-upload)\//,
    importers: /^(?!console\/src\/ui\/)/,
    message: 'ui/ is the design system: no API.',
  },
]
