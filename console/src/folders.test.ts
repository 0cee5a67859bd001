// Lint refuses single imports against the order. Circles between folders are only seen over all of the sources, read as text.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = import.meta.dirname
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)

/** `kinds/disk` and `features/disks` are folders of their own; `ui`, `api` and `app` are one each; `.` is the top. */
function folderOf(file: string): string {
  const [layer = '.', ...rest] = file.split('/')
  if (rest.length === 0) return '.'
  return ['kinds', 'features'].includes(layer) && rest.length > 1 ? `${layer}/${rest[0]}` : layer
}

/** Returns the folders that each folder imports from; tests are not looked at, as they may put things together. */
function importsOfFolders(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of sources.filter((name) => !/\.test\.tsx?$|testing\.tsx?$/.test(name))) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const from = folderOf(file)
    for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const to = folderOf(relative(ROOT, join(ROOT, dirname(file), target!)))
      if (to !== from) found.set(from, (found.get(from) ?? new Set()).add(to))
    }
  }
  return found
}

const imports = importsOfFolders()

test('the folders of kinds/ have no circle among them', () => {
  expect(imports.size).toBeGreaterThan(30)
  const reaches = (from: string, seen: ReadonlySet<string> = new Set()): string[] =>
    [...(imports.get(from) ?? [])]
      .filter((to) => to.startsWith('kinds/'))
      .flatMap((to) => (seen.has(to) ? [to] : [to, ...reaches(to, new Set([...seen, to]))]))
  expect([...imports.keys()].filter((folder) => reaches(folder).includes(folder))).toEqual([])
})

test('only operate.ts says what a change makes stale, by the contract; the refresh button reads anew on request', () => {
  const users = sources
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('invalidateQueries'))
  expect(users.toSorted()).toEqual(['api/operate.ts', 'features/instances/refresh-button.tsx'])
})
