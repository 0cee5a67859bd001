// Lint refuses imports against the order of the folders. Circles between files are only seen over all of the sources, read as text.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOMS = [
  'control-plane/src',
  'server/src',
  'domain/src',
  'compute/src',
  'compute-qemu/src',
  'contract/src',
  'cli/src',
]
const TOP = join(import.meta.dirname, '../..')

/** Returns the files of a room, each with those that it imports, types included; tests may put anything together. */
function importsIn(room: string): Map<string, string[]> {
  const root = join(TOP, room)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  return new Map(
    files.map((name) => {
      const file = join(root, name)
      const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
      return [file, [...found].map(([, target = '']) => join(dirname(file), target))]
    }),
  )
}

/** Returns the files that import themselves by way of others: those left when all that import nothing of the rest are taken out. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(imports)
  for (let size = -1; size !== left.size;) {
    size = left.size
    const imported = new Set([...left.values()].flat())
    for (const [file, its] of left)
      if (!imported.has(file) || its.every((one) => !left.has(one))) left.delete(file)
  }
  return [...left.keys()]
}

test.each(ROOMS)('no file of %s imports itself by way of others', (room) => {
  const imports = importsIn(room)
  expect(imports.size).toBeGreaterThan(20)
  expect(circles(imports)).toEqual([])
})

test('a circle is found, also of types', () => {
  expect(
    circles(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
        ['d', []],
      ]),
    ),
  ).toEqual(['b', 'c'])
})
