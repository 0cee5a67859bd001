import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeBootDisk } from './boot-disk.ts'
import { openDebian } from './debian.ts'
import { makeInitramfs } from './initramfs.ts'

const MiB = 2 ** 20
/** Bytes of the disk. What is not used is not stored. */
const SIZE = 32 * MiB
/** Under emulation the kernel's check of its timer fails now and then. */
const COMMAND = 'console=ttyS0 quiet mitigations=off no_timer_check'

const PACKAGES = ['busybox-static', 'cpio', 'mtools', 'syslinux', 'syslinux-common', 'systemd-boot-efi']

/** Where the image is kept between runs. */
const cacheFolder = join(import.meta.dirname, '../../../.cache/demo-image')

/**
 * Whether this computer has what the image is made with. Systems that are made from Debian have apt too, but no package of a kernel for
 * clouds with its name.
 * @param root folder of the system, other than `/` for tests.
 */
export const canMakeDemoImage = (root = '/'): boolean =>
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  ['apt-get', 'apt-cache', 'dpkg-deb'].every((name) => existsSync(join(root, 'usr/bin', name))) &&
  isDebian(join(root, 'etc/os-release'))

const isDebian = (file: string): boolean =>
  existsSync(file) && /^ID=(["']?)debian\1$/m.test(readFileSync(file, 'utf8'))

/**
 * Makes the demo image, a raw disk, from Debian's packages; or returns the one that the same recipe has made before. Several
 * processes may call it at once.
 * @param folder where it is kept.
 * @returns the path of the disk.
 * @throws Error with a sentence for people if this system can't make it.
 */
export async function makeDemoImage(folder: string = cacheFolder): Promise<string> {
  if (process.arch !== 'x64') throw new Error('The demo image is for x86_64, and so is its maker.')
  const disk = join(folder, `${await recipe()}.raw`)
  if (await exists(disk)) return disk
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(folder, 'making-'))
  try {
    const packages = join(work, 'packages')
    const debian = await openDebian(work)
    const [meta, dropbear] = [
      await debian.closure('linux-image-cloud-amd64'),
      await debian.closure('dropbear-bin'),
    ]
    const kernel = meta.find((name) => /^linux-image-\d/.test(name))
    if (!kernel) throw new Error('This system has no package of a kernel for clouds.')
    const libraries = dropbear.filter((name) => /^(lib|zlib)/.test(name))
    await debian.unpack([...PACKAGES, kernel, 'dropbear-bin', ...libraries], packages)
    const initramfs = join(work, 'initrd.gz')
    await makeInitramfs(packages, join(work, 'tree'), initramfs)
    const made = join(work, 'disk.raw')
    const boot = (await readdir(join(packages, 'boot'))).find((name) => name.startsWith('vmlinuz-'))!
    const parts = { size: SIZE, kernel: join(packages, 'boot', boot), initramfs, command: COMMAND }
    await makeBootDisk(made, parts, {
      mtools: join(packages, 'usr/bin'),
      syslinux: join(packages, 'usr/bin/syslinux'),
      mbr: join(packages, 'usr/lib/syslinux/mbr/mbr.bin'),
      efi: join(packages, 'usr/lib/systemd/boot/efi/systemd-bootx64.efi'),
    })
    await rename(made, disk)
    return disk
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Names the content of the recipe: another one makes another image. */
async function recipe(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(import.meta.dirname, { recursive: true })).sort()) {
    const path = join(import.meta.dirname, name)
    if (name.endsWith('.test.ts') || !(await stat(path)).isFile()) continue
    hash.update(name).update(await readFile(path))
  }
  return hash.digest('hex').slice(0, 16)
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
