import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Records } from '../records.ts'
import { Users } from '../machines/users.ts'
import { BlockDaemon } from './block-daemon.ts'
import { Disks, type Holder } from './disks.ts'
import { LayerFiles } from './layer-files.ts'

/** Opens the storage of a folder, for tests. @param holder the machines that hold disks. */
export async function openStorage(
  folder: string,
  { holder = () => undefined, idle }: { holder?: (diskId: string) => Holder | undefined; idle?: number } = {},
) {
  const records = new Records(join(folder, 'records.sqlite'))
  const files = new LayerFiles(join(folder, 'layers'))
  await mkdir(folder, { recursive: true })
  const log = () => {}
  const [users, confine] = [new Users(log), () => []]
  const daemon = new BlockDaemon({ folder: join(folder, 'block-server'), files, users, confine, log, idle })
  const disks = new Disks({ records, files, daemon, holder, freeSpace: async () => 2 ** 40 })
  await disks.open()
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await daemon.close()
    records.close()
  }
  return { disks, close }
}
