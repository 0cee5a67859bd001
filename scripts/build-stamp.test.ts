import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildIfChanged, stampOf } from './build-stamp.ts'

const before = process.cwd()
const root = mkdtempSync(join(tmpdir(), 'granary-build-'))
let builds = 0
const build = (settings: unknown = {}) =>
  buildIfChanged({
    name: 'room',
    inputs: ['room'],
    settings,
    output: 'room/dist/index.html',
    run: async () => {
      builds++
      mkdirSync('room/dist', { recursive: true })
      writeFileSync('room/dist/index.html', 'built')
    },
  })

beforeAll(() => {
  process.chdir(root)
  mkdirSync('room/src', { recursive: true })
  writeFileSync('package-lock.json', '{}')
  writeFileSync('room/src/main.ts', 'one')
})
beforeEach(() => {
  builds = 0
  rmSync('.cache', { recursive: true, force: true })
})
afterAll(() => {
  process.chdir(before)
  rmSync(root, { recursive: true })
})

test('builds once for the same sources and settings', async () => {
  expect([await build(), await build()]).toEqual([true, false])
  expect(builds).toBe(1)
})

test('builds once for two commands at the same time', async () => {
  expect(await Promise.all([build(), build()])).toEqual([true, false])
  expect(builds).toBe(1)
})

test('rebuilds for other sources, settings or packages, and if the output is missing', async () => {
  await build()
  writeFileSync('room/src/main.ts', `two ${Date.now()}`)
  expect(await build()).toBe(true)
  expect(await build({ chaos: 10 })).toBe(true)
  writeFileSync('package-lock.json', '{"changed":true}')
  expect(await build({ chaos: 10 })).toBe(true)
  rmSync('room/dist/index.html')
  expect(await build({ chaos: 10 })).toBe(true)
  expect(builds).toBe(5)
})

test('ignores tests and build output', () => {
  const stamp = stampOf(['room'], {})
  writeFileSync('room/src/main.test.ts', String(Math.random()))
  writeFileSync('room/dist/other.js', String(Math.random()))
  expect(stampOf(['room'], {})).toBe(stamp)
})

test('a failed build leaves no stamp behind', async () => {
  await build()
  const failing = buildIfChanged({
    name: 'room',
    inputs: ['room'],
    settings: { failing: true },
    output: 'room/dist/index.html',
    run: () => Promise.reject(new Error('does not compile')),
  })
  await expect(failing).rejects.toThrow('does not compile')
  expect(await build()).toBe(true)
})
