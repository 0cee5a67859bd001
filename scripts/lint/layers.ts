import { readdirSync } from 'node:fs'

const controlPlane = new URL('../../control-plane/src/', import.meta.url)

const foldersIn = (path: string): string[] =>
  readdirSync(new URL(path, controlPlane), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  )

const below = ['database', 'kit', 'kinds', 'tasks']
const above = ['edge', 'start', 'dataset']
const shared = foldersIn('shared').map((folder) => `shared/${folder}`)
/** Every other folder is a family. */
const families = foldersIn('.').filter((folder) => ![...below, 'shared', ...above].includes(folder))

const alone = (folder: string) => [folder]

/**
 * The order of the folders of `control-plane/src`, lowest first: a folder imports from the lines above its own, and never
 * from another folder of its line. `oxlint.config.ts` makes lint refuse the rest. docs/architecture.md says what each is for.
 */
export const controlPlaneLayers: readonly (readonly string[])[] = [
  ...below.map(alone),
  shared,
  families,
  ...above.map(alone),
]

/** The layers of the control plane that write rows themselves; the others call a kind, or `unlogged`. */
export const writingLayers: readonly string[] = ['database', 'kit', 'kinds', 'tasks', 'start', 'dataset']

/** One pattern of the lint rule `no-restricted-imports`. */
export type ImportPattern = { regex?: string; group?: string[]; message: string }

/** Which imports the files of some folders may not have. */
export type LayerRule = { layer: readonly string[]; files: string[]; pattern: ImportPattern }

/** Files lie in a layer's folder (`scim/represent.ts`) or one folder deeper (`scim/http/caller.ts`). */
const DEPTHS = [0, 1]

/**
 * Turns an order of folders into lint rules. Lint compares import paths as text, so files at different depths need rules of
 * their own: `../users/` means one folder in `scim/http/` and another in `scim/`.
 * @param root the folder that holds the layers.
 */
export const layerRules = (root: string, layers: readonly (readonly string[])[]): LayerRule[] =>
  layers.flatMap((layer, rank) =>
    DEPTHS.map((depth) => ({
      layer,
      files: layer.map((folder) => `${root}/${folder}/${'*/'.repeat(depth)}*.ts`),
      pattern: {
        regex: pathsInto(layers.slice(rank).flat(), layer, depth),
        message: `${root} has layers: a folder may import from the lines above its own in scripts/lint/layers.ts, and from nothing else.`,
      },
    })),
  )

/** A regular expression of the paths that lead from files of a layer into one of these folders, or to a file beside them. */
function pathsInto(folders: readonly string[], from: readonly string[], depth: number): string {
  const parent = /^(.*\/)/.exec(from[0]!)?.[0] ?? ''
  const up = from[0]!.split('/').length + depth
  const climb = (steps: number) => `(\\.\\./){${steps}}`
  const neighbours = folders.filter((folder) => parent && folder.startsWith(parent))
  return [
    `^${climb(up)}(${folders.join('|')})/`,
    `^${climb(up)}[^./]+\\.ts$`,
    ...(neighbours.length > 0
      ? [`^${climb(up - 1)}(${neighbours.map((folder) => folder.slice(parent.length)).join('|')})/`]
      : []),
  ].join('|')
}
