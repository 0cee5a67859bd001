import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Locked = {
  version?: string
  resolved?: string
  link?: boolean
  integrity?: string
  inBundle?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** Returns the paths where Node looks for a package that `from` requires, nearest first. */
function placesOf(name: string, from: string): string[] {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (from === '') return [place]
  const parent = from.lastIndexOf('/node_modules/')
  return [place, ...placesOf(name, parent < 0 ? '' : from.slice(0, parent))]
}

/** Returns the optional dependencies that the lock file names but doesn't pin. */
function missingFrom(packages: Record<string, Locked>): string[] {
  return Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesOf(name, from).some((place) => place in packages))
      .map((name) => `${from}: ${name}`),
  )
}

// npm 10 refuses such a lock file in `npm ci`, and npm 11 installs no binding on the platforms that it lacks.
test('pins every optional dependency of every package, for every platform', () => {
  expect(missingFrom(packages)).toEqual([])
})

test('pins the bindings that the linter, formatter and styles need on macOS, Windows and musl', () => {
  const platforms = ['darwin-arm64', 'win32-x64-msvc', 'linux-x64-musl']
  const bindings = ['@oxlint/binding', '@oxfmt/binding', '@oxc-parser/binding', '@tailwindcss/oxide']
  const places = bindings.flatMap((name) => platforms.map((platform) => `node_modules/${name}-${platform}`))
  expect(places.filter((place) => !(place in packages))).toEqual([])
})

test('finds a missing dependency, and one nearer than the root', () => {
  const nested = 'node_modules/a/node_modules/c'
  expect(
    missingFrom({
      'node_modules/a': { optionalDependencies: { b: '1', c: '1' } },
      [nested]: { optionalDependencies: { d: '1' } },
      'node_modules/d': {},
    }),
  ).toEqual(['node_modules/a: b'])
})

// A registry's URL would tie every installation to that registry.
test('names no registry, and pins packages by their content', () => {
  const own = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link)
  expect(own.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  expect(own.filter(([, { integrity, inBundle }]) => !integrity && !inBundle)).toEqual([])
})

// A script that fetches another package would not compare it with the lock file.
test('pins the Node of every platform by its bytes, and runs no script to install it', () => {
  const nodes = ['bin-darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win-x64']
  for (const platform of nodes)
    expect(packages[`node_modules/node-${platform}`]).toMatchObject({
      integrity: expect.stringMatching(/^sha512-/) as string,
      optional: true,
    })
  expect(Object.keys(packages).filter((path) => packages[path]!.hasInstallScript)).toEqual([])
})
