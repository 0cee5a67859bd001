import { execFile } from 'node:child_process'
import { open, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const SECTOR = 512
/** First sector of the only partition, as tools align it. */
const FIRST_SECTOR = 2_048
/** EFI system partition in a table of the BIOS: firmware of both kinds finds it. */
const EFI_SYSTEM = 0xef
const ACTIVE = 0x80

/** Paths of the unpacked programs and boot loaders. */
export type BootTools = {
  mtools: string
  syslinux: string
  /** The first sector for a BIOS: it starts the active partition. */
  mbr: string
  /** A boot loader for UEFI that reads `loader/`. */
  efi: string
}

/**
 * Makes a raw disk that boots Linux from BIOS and UEFI: one FAT partition with the kernel, Syslinux and systemd-boot. Needs no
 * root and mounts nothing.
 * @param size bytes.
 */
export async function makeBootDisk(
  disk: string,
  { size, kernel, initramfs, command }: { size: number; kernel: string; initramfs: string; command: string },
  tools: BootTools,
): Promise<void> {
  const sectors = size / SECTOR - FIRST_SECTOR
  await writePartitionTable(disk, await readFile(tools.mbr), size, sectors)
  const offset = FIRST_SECTOR * SECTOR
  const path = [tools.mtools, dirname(tools.syslinux), process.env.PATH].join(delimiter)
  const options = { env: { ...process.env, PATH: path, MTOOLSRC: '/dev/null', MTOOLS_SKIP_CHECK: '1' } }
  const image = ['-i', `${disk}@@${offset}`]
  const mtool = (name: string, ...args: string[]) =>
    run(join(tools.mtools, name), [...image, ...args], options)
  const text = async (to: string, content: string) => {
    const file = `${disk}.text`
    await writeFile(file, content)
    await mtool('mcopy', '-o', file, to)
  }
  const geometry = ['-T', `${sectors}`, '-h', '16', '-s', '63', '-H', `${FIRST_SECTOR}`, '-c', '4']
  await mtool('mformat', ...geometry, '-v', 'DEMO', '::')
  await mtool('mmd', '::/EFI', '::/EFI/BOOT', '::/loader', '::/loader/entries', '::/keys')
  await mtool('mcopy', kernel, '::/vmlinuz')
  await mtool('mcopy', initramfs, '::/initrd.gz')
  await mtool('mcopy', tools.efi, '::/EFI/BOOT/BOOTX64.EFI')
  await text('::/loader/loader.conf', 'timeout 0\ndefault demo.conf\n')
  await text(
    '::/loader/entries/demo.conf',
    `title Demo\nlinux /vmlinuz\ninitrd /initrd.gz\noptions ${command}\n`,
  )
  await text(
    '::/syslinux.cfg',
    `DEFAULT demo\nPROMPT 0\nTIMEOUT 1\nLABEL demo\n KERNEL /vmlinuz\n APPEND initrd=/initrd.gz ${command}\n`,
  )
  await run(tools.syslinux, ['--offset', `${offset}`, '--install', disk], options)
}

/** Writes the first sector: the code for the BIOS, one entry, the signature. */
async function writePartitionTable(
  disk: string,
  code: Uint8Array,
  size: number,
  sectors: number,
): Promise<void> {
  const first = Buffer.alloc(SECTOR)
  first.set(code.subarray(0, 440))
  const entry = first.subarray(446, 462)
  // Addresses by cylinder, head and sector that say: use the numbers of the sectors.
  entry.set([ACTIVE, 0xfe, 0xff, 0xff, EFI_SYSTEM, 0xfe, 0xff, 0xff])
  entry.writeUInt32LE(FIRST_SECTOR, 8)
  entry.writeUInt32LE(sectors, 12)
  first.writeUInt16LE(0xaa55, 510)
  await using file = await open(disk, 'w')
  await file.truncate(size)
  await file.write(first, 0, SECTOR, 0)
}
