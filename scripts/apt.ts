import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import programs from '../compute-qemu/src/programs.json' with { type: 'json' }
import { missingRequirements } from '../compute-qemu/src/requirements.ts'

/** Installs Debian packages if possible. Callers check whether they are available afterwards. */
export function aptInstall(names: string | readonly string[], what: string): void {
  const packages = [names].flat()
  console.log(`Installing ${what} for the tests (apt-get install ${packages.join(' ')}) …`)
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '-y', '--no-install-recommends', ...packages)
}

/** Installs OpenSSL, which tests use to make keys and certificates. Exits if it is missing and can't be installed. */
export function ensureOpenssl(): void {
  const isThere = () => spawnSync('openssl', ['version']).status === 0
  if (isThere()) return
  aptInstall('openssl', 'OpenSSL')
  if (isThere()) return
  console.error('The tests of certificates need openssl: install it.')
  process.exit(1)
}

/** Installs nginx, behind which tests run the server. Exits if it is missing and can't be installed. */
export function ensureNginx(): void {
  const isThere = () => spawnSync('nginx', ['-v']).status === 0
  if (isThere()) return
  aptInstall('nginx-light', 'nginx')
  if (isThere()) return
  console.error('The tests behind a proxy need nginx: install it.')
  process.exit(1)
}

/** Installs the program that unpacks xz files. Exits if it is missing and can't be installed. */
export function ensureXz(): void {
  const isThere = () => spawnSync('xz', ['--version']).status === 0
  if (isThere()) return
  aptInstall('xz-utils', 'xz')
  if (isThere()) return
  console.error('The tests of images need xz: install xz-utils.')
  process.exit(1)
}

/** What tests of machines need besides: firmware for UEFI, and what a guest does in its network. Debian packages by a file of each. */
const FOR_TESTS = {
  '/usr/share/OVMF/OVMF_CODE_4M.fd': 'ovmf',
  '/bin/busybox': 'busybox-static',
}

/** Installs QEMU and what its driver calls. @returns why this computer can run no machines even so, or null. */
export async function ensureQemu(): Promise<string | null> {
  const lacks = async () => [
    ...(await missingRequirements()),
    ...Object.entries(FOR_TESTS).flatMap(([file, name]) => (existsSync(file) ? [] : [`${name} is missing.`])),
  ]
  const packages = [...Object.values(programs), ...Object.values(FOR_TESTS)]
  if ((await lacks()).length > 0) aptInstall([...new Set(packages)], 'QEMU')
  const [missing = null] = await lacks()
  return missing
}
