import { expect, test } from 'vitest'
import programs from './programs.json' with { type: 'json' }
import { type Host, missingRequirements } from './requirements.ts'

const host = (differences: Partial<Host> = {}): Host => ({
  platform: 'linux',
  arch: 'x64',
  isRoot: true,
  hasProgram: async () => true,
  canOpen: async () => true,
  canMakeNetworks: async () => true,
  ...differences,
})

test('nothing is missing on a host that has everything', async () => {
  expect(await missingRequirements(host())).toEqual([])
})

test('names every missing program, and one command that installs each package once', async () => {
  const hasProgram = async (name: string) => !['nft', 'nsenter', 'unshare'].includes(name)
  expect(await missingRequirements(host({ hasProgram }))).toEqual([
    'These programs are missing: nft, nsenter, unshare. On Debian and Ubuntu: apt-get install --no-install-recommends nftables util-linux',
  ])
})

test('needs pasta with root too, and says sudo without', async () => {
  const hasProgram = async (name: string) => name !== 'pasta'
  const sentences = [
    ...(await missingRequirements(host({ hasProgram }))),
    ...(await missingRequirements(host({ hasProgram, isRoot: false }))),
  ]
  expect(sentences).toEqual([
    expect.stringContaining(': apt-get install --no-install-recommends passt'),
    expect.stringContaining(': sudo apt-get install --no-install-recommends passt'),
  ])
})

test('says what the kernel does not allow', async () => {
  const no = async () => false
  const [tun, networks] = await missingRequirements(host({ canOpen: no, canMakeNetworks: no }))
  expect(tun).toContain('/dev/net/tun')
  expect(networks).toContain('SYS_ADMIN')
  const [, userNamespaces] = await missingRequirements(
    host({ canOpen: no, canMakeNetworks: no, isRoot: false }),
  )
  expect(userNamespaces).toContain('user namespaces')
})

test('asks for no package on another system', async () => {
  expect(await missingRequirements(host({ platform: 'darwin' }))).toEqual(['QEMU machines need Linux.'])
  expect(await missingRequirements(host({ arch: 'arm64' }))).toEqual([
    'QEMU machines need an x86-64 processor.',
  ])
})

test('every program has a package with a name of Debian', () => {
  for (const name of Object.values(programs)) expect(name).toMatch(/^[a-z0-9][a-z0-9+.-]+$/)
})
