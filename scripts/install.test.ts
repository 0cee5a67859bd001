import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type InstallHost, installPackages, missingPackages } from './install.mjs'

const missingOn = (
  differences: Partial<InstallHost>,
  args: string[] = [],
  environment: Record<string, string> = {},
) =>
  missingPackages(args, environment, {
    platform: 'linux',
    arch: 'x64',
    uid: 0,
    hasApt: () => true,
    hasProgram: () => false,
    canHaveMachines: () => true,
    tried: () => '',
    ...differences,
  })
const all = missingOn({})

test('finds the packages of all missing programs, each once', () => {
  expect(all).toContain('qemu-system-x86')
  expect(new Set(all).size).toBe(all.length)
  expect(missingOn({}, ['--port', '0', '--compute', 'qemu'])).toEqual(all)
  expect(missingOn({}, [], { GRANARY_COMPUTE: 'auto' })).toEqual(all)
  expect(missingOn({ hasProgram: (name) => name !== 'nft' })).toEqual(['nftables'])
})

test.each<[string, Partial<InstallHost>]>([
  ['another system', { platform: 'darwin' }],
  ['another processor', { arch: 'arm64' }],
  ['another user', { uid: 1000 }],
  ['Windows, which has no user IDs', { uid: undefined }],
  ['a system without apt', { hasApt: () => false }],
  ['a host that has everything', { hasProgram: () => true }],
  ['a container that can’t have networks', { canHaveMachines: () => false }],
  ['a host where the same packages were asked for', { tried: () => all.join(' ') }],
])('installs nothing on %s', (_, differences) => {
  expect(missingOn(differences)).toEqual([])
})

test('installs when other packages are missing than those that were asked for', () => {
  expect(missingOn({ tried: () => 'qemu-utils' })).toEqual(all)
})

test('does not look for networks if nothing is missing', () => {
  const canHaveMachines = vi.fn(() => true)
  missingOn({ hasProgram: () => true, canHaveMachines })
  expect(canHaveMachines).not.toHaveBeenCalled()
})

test.each([
  [['--no-install']],
  [['--compute', 'simulated']],
  [['--compute=simulated']],
  [['--dataset', 'x.json']],
  [['--help']],
])('installs nothing with %s', (args) => {
  expect(missingOn({}, args)).toEqual([])
})

test('installs nothing if the environment names another driver or a data set', () => {
  expect(missingOn({}, [], { GRANARY_COMPUTE: 'simulated' })).toEqual([])
  expect(missingOn({}, [], { GRANARY_DATASET: 'x.json' })).toEqual([])
})

test('asks apt without new attempts, also without new lists, and notes what it asked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'granary-install-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [log, stamp] = [join(folder, 'log'), join(folder, 'stamp')]
  const script = `#!/bin/sh\necho "$@" >> ${log}\ncase "$*" in *update*) exit 100;; esac\n`
  await writeFile(join(folder, 'apt-get'), script, { mode: 0o755 })
  vi.spyOn(console, 'error').mockReturnValue()
  await installPackages(['one', 'two'], { PATH: `${folder}:${process.env.PATH}` }, stamp)
  vi.restoreAllMocks()
  const options = '-qq -o Acquire::Retries=0 -o Acquire::http::Timeout=10'
  expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual([
    `${options} update`,
    `${options} install -y --no-install-recommends --download-only one two`,
    `${options} install -y --no-install-recommends --no-download one two`,
  ])
  expect(await readFile(stamp, 'utf8')).toBe('one two')
})
