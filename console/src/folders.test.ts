// Lint refuses single imports against the order. Circles are only seen over all of the sources, read as text.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = import.meta.dirname
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)

/** Returns what each file imports; tests are not looked at, as they may put things together. */
function importsOfFiles(): [from: string, to: string][] {
  return sources
    .filter((name) => !/\.test\.tsx?$|testing\.tsx?$/.test(name))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      return Array.from(
        text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g),
        ([, target = '']): [string, string] => [file, join(dirname(file), target)],
      )
    })
}

/**
 * Returns the files and folders of a folder that import themselves through others in it.
 * @param folder its path; empty for the root.
 */
function circlesIn(folder: string, imports: readonly [string, string][]): string[] {
  const start = folder && `${folder}/`
  const entryOf = (file: string) =>
    file.startsWith(start) ? file.slice(start.length).split('/')[0] : undefined
  const needs = new Map<string, Set<string>>()
  for (const [from, to] of imports) {
    const [entry, needed] = [entryOf(from), entryOf(to)]
    if (!entry || !needed || entry === needed) continue
    needs.set(entry, (needs.get(entry) ?? new Set()).add(needed))
  }
  const reached = (entry: string) => {
    const found = new Set(needs.get(entry))
    // The loop also visits the values that it adds.
    for (const next of found) for (const one of needs.get(next) ?? []) found.add(one)
    return found
  }
  return [...needs.keys()].filter((entry) => reached(entry).has(entry)).map((entry) => start + entry)
}

test('no files and folders import each other in a circle, at any level', () => {
  const imports = importsOfFiles()
  expect(imports.length).toBeGreaterThan(3_000)
  const folders = new Set(['', ...sources.map(dirname).flatMap(withParents)])
  expect([...folders].flatMap((folder) => circlesIn(folder, imports))).toEqual([])
})

test('finds circles between folders and between files', () => {
  const imports: [string, string][] = [
    ['app/a/one.ts', 'app/b/two.ts'],
    ['app/b/three.ts', 'app/c.ts'],
    ['app/c.ts', 'app/a/four.ts'],
    ['app/a/four.ts', 'ui/five.ts'],
  ]
  expect(circlesIn('app', imports)).toEqual(['app/a', 'app/b', 'app/c.ts'])
  expect(circlesIn('', imports)).toEqual([])
})

/** `a/b` has `a/b` and `a`. */
function withParents(folder: string): string[] {
  const parent = dirname(folder)
  return parent === '.' ? [folder] : [folder, ...withParents(parent)]
}

test('only operate.ts says what a change makes stale, by the contract; the refresh button reads anew on request', () => {
  const users = sources
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('invalidateQueries'))
  expect(users.toSorted()).toEqual(['api/operate.ts', 'features/instances/refresh-button.tsx'])
})

test('what a page shows is read by useView, which notices when it is deleted elsewhere', () => {
  const users = sources
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      return /useSuspenseQuery\(\s*(apiQuery|namedQuery)\(\w+View,\s*\{ path/.test(text)
    })
  expect(users).toEqual([])
})
