import { randomBytes } from 'node:crypto'
import { chmod, chown, link, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../run.ts'

const SUFFIX = '.qcow2'
// docs/interop/qcow2.txt of QEMU.
const MAGIC = 0x514649fb
const HEADER_SIZE = 104
const DIRTY_OR_CORRUPT = 3n

/** Options of every block device, so that QEMU never guesses a format or opens a file that we did not name. */
export type BlockOptions = Record<string, unknown>

/** Returns a new name of a layer: also the name of its node in QEMU, where 31 characters are allowed. */
export const newLayerId = (): string => `l${randomBytes(8).toString('hex')}`

export const fileOf = (layer: string): string => layer + SUFFIX

/**
 * The files of layers. A layer has the blocks that were written since its parent was frozen. The last one of a disk is written to,
 * all others never change.
 */
export class LayerFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Creates the folder, and deletes files of layers that are not in `known`: those of a creation or deletion that a crash ended. */
  async open(known: ReadonlySet<string>): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#folder))
      if (!name.endsWith(SUFFIX) || !known.has(name.slice(0, -SUFFIX.length)))
        await rm(join(this.#folder, name))
  }

  /** Creates an empty layer, durably, without a look into its parent, whose bytes users made. @param size in bytes. */
  async create(id: string, size: number, parent: string | null): Promise<void> {
    const backing = parent === null ? [] : ['-u', '-b', fileOf(parent), '-F', 'qcow2']
    await run('qemu-img', ['create', '-q', '-f', 'qcow2', ...backing, fileOf(id), String(size)], {
      cwd: this.#folder,
    })
    const path = this.path(id)
    await chmod(path, 0o600)
    await sync(path)
    await sync(this.#folder)
  }

  async delete(id: string): Promise<void> {
    await rm(this.path(id), { force: true })
  }

  path(id: string): string {
    return join(this.#folder, fileOf(id))
  }

  /** Gives the file of a disk's last layer to the user that runs its machine; null for the server's own. */
  async give(id: string, user: number | null): Promise<void> {
    if (process.getuid?.() !== 0) return
    await chown(this.path(id), user ?? 0, user ?? 0)
  }

  /** Lets every user read a layer that never changes again, and write to it none. Only those see it into whose folder it is linked. */
  async freeze(id: string): Promise<void> {
    await sync(this.path(id))
    await this.give(id, null)
    await chmod(this.path(id), 0o444)
  }

  /**
   * A process that was taken over may have written to the file of its disk.
   * @throws Error if the file is not as we write them: QEMU opens other files that a file names.
   */
  async check(id: string): Promise<void> {
    const file = await open(this.path(id), 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_SIZE), 0, HEADER_SIZE, 0)
      const isPlain =
        bytesRead === HEADER_SIZE &&
        buffer.readUInt32BE(0) === MAGIC &&
        buffer.readUInt32BE(4) === 3 &&
        (buffer.readBigUInt64BE(72) & ~DIRTY_OR_CORRUPT) === 0n
      if (isPlain) return
      throw new Error(`the file ${this.path(id)} is damaged: it is no qcow2 file as Granary writes them`)
    } finally {
      await file.close()
    }
  }

  /** Links layers into the private folder of a machine. */
  async link(layers: readonly string[], folder: string): Promise<void> {
    for (const layer of layers) {
      await this.check(layer)
      await link(this.path(layer), join(folder, fileOf(layer))).catch(ignoreExisting)
    }
  }
}

/**
 * Returns how to open a chain of layers, the last one first. Backing files are the ones named here, whatever the files say.
 * @param folder of the files, seen from the process that opens them.
 */
export function openChain(
  chain: readonly string[],
  options: { folder: string; readOnly: boolean },
): BlockOptions {
  const [top, ...rest] = chain
  const node = (layer: string, readOnly: boolean, backing: BlockOptions | null): BlockOptions => ({
    driver: 'qcow2',
    'read-only': readOnly,
    discard: 'unmap',
    backing,
    file: { driver: 'file', filename: join(options.folder, fileOf(layer)), discard: 'unmap' },
  })
  const backing = rest
    .toReversed()
    .reduce<BlockOptions | null>((parent, layer) => node(layer, true, parent), null)
  return { ...node(top!, options.readOnly, backing), 'node-name': top! }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** Resolves when a file or a folder survives a power loss. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
