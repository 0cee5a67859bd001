import { spawnSync } from 'node:child_process'

/** Installs a Debian package if possible. Callers check whether it is available afterwards. */
export function aptInstall(name: string, what: string): void {
  console.log(`Installing ${what} for the tests (apt-get install ${name}) …`)
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '-y', '--no-install-recommends', name)
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
