import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The guest's disks, network, power button, CDs and file systems. Those that are built into the kernel are no files. */
const WANTED = [
  'virtio_pci',
  'virtio_blk',
  'virtio_scsi',
  'sd_mod',
  'sr_mod',
  'virtio_net',
  'virtio_rng',
  'button',
  'evdev',
  'isofs',
  'nls_cp437',
  'nls_ascii',
  'vfat',
  'ext4',
  'crc32c_generic',
]

/**
 * Copies the modules that the guest needs, and those that these need.
 * @param from the unpacked folder of a kernel's modules.
 * @param busybox the path of an unpacked BusyBox: this system may have none.
 * @returns the names of the files, each behind those that it depends on.
 */
export async function copyModules(from: string, to: string, busybox: string): Promise<string[]> {
  const files = new Map<string, string>()
  for (const path of await readdir(from, { recursive: true })) {
    const name = moduleName(path)
    if (name !== null) files.set(name, join(from, path))
  }
  const copied: string[] = []
  const visit = async (name: string): Promise<void> => {
    const file = files.get(name)
    if (!file || copied.includes(`${name}.ko`)) return
    const copy = join(to, basename(file))
    await cp(file, copy)
    if (copy.endsWith('.xz')) await run(busybox, ['unxz', copy])
    const path = join(to, `${name}.ko`)
    if (copy.replace(/\.xz$/, '') !== path) {
      await cp(copy.replace(/\.xz$/, ''), path)
      await rm(copy.replace(/\.xz$/, ''))
    }
    for (const needed of dependencies(await readFile(path, 'latin1'))) await visit(needed)
    copied.push(`${name}.ko`)
  }
  for (const name of WANTED) await visit(name)
  return copied
}

/** `drivers/net/virtio_net.ko.xz` → `virtio_net`; null for a file that is no module. */
function moduleName(path: string): string | null {
  const [, name] = /([^/]+)\.ko(\.xz)?$/.exec(path) ?? []
  return name === undefined ? null : canonical(name)
}

/** The kernel takes a hyphen of a file name for an underscore. */
const canonical = (name: string): string => name.replaceAll('-', '_')

/** Reads the section `.modinfo`, whose entries end with a zero byte. */
function dependencies(module: string): string[] {
  const [, depends = ''] = /\0depends=([^\0]*)\0/.exec(module) ?? []
  const soft = [...module.matchAll(/\0softdep=pre: ([^\0]*)\0/g)].flatMap(([, names]) => names!.split(' '))
  return [...depends.split(','), ...soft].filter(Boolean).map(canonical)
}
