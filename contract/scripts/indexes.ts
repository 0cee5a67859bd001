// The files that list what the other files of a folder export. A new file needs no line of its own anywhere.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const HEADER = '// Made by `npm run generate` from the files of this folder; do not edit.\n'

type Module = { path: string; names: string[] }

/**
 * Returns the modules of a folder with the exports that match, by path.
 * @param declares matches a declaration; its first group is the name.
 */
function modulesOf(folder: string, files: string, declares: RegExp): Module[] {
  const paths = globSync(files, { cwd: join(root, folder) }).toSorted()
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, folder, path), 'utf8')
    const names = [...text.matchAll(declares)].map((match) => match[1]!)
    return names.length > 0 ? { path, names } : []
  })
}

const importsOf = (modules: readonly Module[]): string =>
  modules.map(({ path, names }) => `import { ${names.join(', ')} } from './${path}'\n`).join('')

const linesOf = (modules: readonly Module[], prefix = ''): string =>
  modules.flatMap(({ names }) => names.map((name) => `  ${prefix}${name},\n`)).join('')

function contractSource(): string {
  const families = modulesOf('contract/src', '*.ts', /^export const (\w+) = family\(/gm)
  return `${HEADER}${importsOf(families)}
/** Every operation, by operation id. */
export const contract = {
${linesOf(families, '...')}}

export type Contract = typeof contract
export type OperationId = keyof Contract
`
}

function handlersSource(): string {
  const families = modulesOf('control-plane/src', '**/*.ts', /^export const (\w+) = handlers\(/gm)
  return `${HEADER}import type { Handlers } from './kinds/handler.ts'
${importsOf(families)}
/** Every operation of the contract with its handler. The type requires all of them. */
export const allHandlers: Handlers = {
${linesOf(families, '...')}}
`
}

function kindsSource(): string {
  const kinds = modulesOf('control-plane/src/kinds', '*.ts', /^export const (\w+) = (?:kind|\w+Kind)\(/gm)
  return `${HEADER}${importsOf(kinds)}
/** Every kind of resource with a name. */
export const namedKinds = [
${linesOf(kinds)}] as const
`
}

function schemaSource(): string {
  const folder = 'control-plane/src/database'
  const all = globSync('tables/*.ts', { cwd: join(root, folder) }).toSorted()
  const groups = modulesOf(folder, 'tables/*.ts', /^export type (\w+Tables) = /gm)
  const names = groups.flatMap((group) => group.names)
  return `${HEADER}${importsOf(groups).replaceAll('import {', 'import type {')}
${all.map((path) => `export type * from './${path}'\n`).join('')}
/** Every table after the last migration; \`tables/\` describes the columns. */
export type Database = ${names.join(' &\n  ')}
`
}

function migrationsSource(): string {
  const folder = 'control-plane/src/database/migrations'
  const migrations = modulesOf(folder, '[0-9]*.ts', /^export const (\w+): Migration = /gm)
  return `${HEADER}import type { Migration } from '../migration.ts'
${importsOf(migrations)}
/** Every migration in order. Append only: a released migration is never changed. */
export const migrations: Migration[] = [
${linesOf(migrations)}]
`
}

/** The routes of the pages that a user sees first are part of the first chunk. */
const FIRST_ROUTES = ['instances', 'overview', 'projects'].map((feature) => `${feature}/routes.ts`)

/** Returns the group of routes that a module belongs to: one that has pages of a project loads with those. */
function groupOf({ path, names }: Module): 'first' | 'project' | 'later' {
  if (FIRST_ROUTES.includes(path)) return 'first'
  return names.includes('inProject') ? 'project' : 'later'
}

/** Returns the routes of a group, each of which the console loads at once. */
function featuresSource(group: ReturnType<typeof groupOf>): string {
  const lines = modulesOf('console/src/features', '*/{routes,*-routes}.ts', /^export const (in[A-Z]\w*)/gm)
    .filter((module) => groupOf(module) === group)
    .map(({ path }) => `export * as ${camelOf(path)} from './${path}'\n`)
  return `${HEADER}// The router imports the routes from here; router.tsx lists their names.\n${lines.join('')}`
}

const camelOf = (path: string): string =>
  path.replace(/(?:\/routes)?\.ts$/, '').replace(/[-/](\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the index files, by path from the root. */
export const indexes = (): Record<string, string> => ({
  'contract/src/contract.ts': contractSource(),
  'control-plane/src/handlers.ts': handlersSource(),
  'control-plane/src/kinds/index.ts': kindsSource(),
  'control-plane/src/database/schema.ts': schemaSource(),
  'control-plane/src/database/migrations/index.ts': migrationsSource(),
  'console/src/features/first.ts': featuresSource('first'),
  'console/src/features/project.ts': featuresSource('project'),
  'console/src/features/later.ts': featuresSource('later'),
})
