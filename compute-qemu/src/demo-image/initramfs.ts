import { execFile, spawn } from 'node:child_process'
import { chmod, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { copyModules } from './kernel-modules.ts'

const run = promisify(execFile)
const guestFiles = join(import.meta.dirname, 'guest')

/**
 * Builds the guest's file system from unpacked packages, and packs it for the kernel.
 * @param packages the folder of the unpacked packages.
 * @param tree an empty folder for the file system.
 * @param file the packed file.
 */
export async function makeInitramfs(packages: string, tree: string, file: string): Promise<void> {
  for (const folder of ['bin', 'sbin', 'etc/acpi/PWRF', 'etc/dropbear', 'lib', 'root', 'proc', 'sys', 'dev'])
    await mkdir(join(tree, folder), { recursive: true })
  const entries = await readdir(packages, { recursive: true })
  const find = (end: string) => {
    const found = entries.find((path) => path.endsWith(end))
    if (!found) throw new Error(`no package has a file ${end}`)
    return join(packages, found)
  }
  const busybox = join(tree, 'bin/busybox')
  await cp(find('bin/busybox'), busybox)
  for (const name of (await run(busybox, ['--list'])).stdout.split('\n'))
    if (name && name !== 'busybox') await symlink('/bin/busybox', join(tree, 'bin', name))
  await symlink('/bin/busybox', join(tree, 'init'))
  await symlink('/bin/getty', join(tree, 'sbin/getty'))
  await symlink('/bin/reboot', join(tree, 'sbin/reboot'))
  await copyProgram(find, ['sbin/dropbear', 'bin/dropbearkey'], tree)
  for (const name of await readdir(guestFiles)) {
    const to = join(tree, name === 'power-button' ? 'etc/acpi/PWRF/00000080' : `etc/${name}`)
    await cp(join(guestFiles, name), to)
    await chmod(to, name === 'inittab' ? 0o644 : 0o755)
  }
  const modules = await copyModules(dirname(find('kernel/fs')), join(tree, 'lib'), busybox)
  await writeFile(join(tree, 'lib/modules.list'), `${modules.join('\n')}\n`)
  await writeFile(join(tree, 'etc/passwd'), 'root::0:0:root:/root:/bin/sh\n')
  await writeFile(join(tree, 'etc/group'), 'root:x:0:\n')
  await writeFile(join(tree, 'etc/shells'), '/bin/sh\n')
  await pack(find('bin/cpio'), tree, file)
}

/** Copies programs with the libraries that they load, from the packages and not from this system. */
async function copyProgram(
  find: (end: string) => string,
  programs: readonly string[],
  tree: string,
): Promise<void> {
  const loader = find('x86_64-linux-gnu/ld-linux-x86-64.so.2')
  const libraries = dirname(loader)
  const alternatives = [libraries, libraries.replace(/\/lib\/x86/, '/usr/lib/x86')].join(':')
  for (const name of programs) {
    const program = find(name)
    await cp(program, join(tree, 'bin', basename(program)))
    const { stdout } = await run(loader, ['--library-path', alternatives, '--list', program])
    for (const [, path] of stdout.matchAll(/ => (\/\S+) /g))
      await cp(path!, join(tree, 'lib', basename(path!)), { dereference: true })
  }
  await mkdir(join(tree, 'lib64'), { recursive: true })
  await cp(loader, join(tree, 'lib64/ld-linux-x86-64.so.2'))
}

/** Packs a folder as the kernel reads it: a cpio archive whose files are root's, compressed with gzip. */
async function pack(cpio: string, tree: string, file: string): Promise<void> {
  const names = ['.', ...(await readdir(tree, { recursive: true }))]
  const child = spawn(cpio, ['-o', '-H', 'newc', '-R', '+0:+0', '--quiet'], {
    cwd: tree,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(`${names.join('\n')}\n`)
  await pipeline(child.stdout, createGzip({ level: 9 }), createWriteStream(file))
}
