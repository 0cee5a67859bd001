import type { NetworkSpec } from '@granary/compute/network.ts'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A network as packets follow it. */
export interface NetworkRecord {
  spec: NetworkSpec
}

/** The networks of a folder, one file each, which survive a crash of the host. */
export class Records {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(folder: string): Promise<Records> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new Records(folder)
  }

  async all(): Promise<NetworkRecord[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json')).sort()
    return Promise.all(
      names.map(
        async (name) => JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as NetworkRecord,
      ),
    )
  }

  async put(record: NetworkRecord): Promise<void> {
    const path = this.#path(record.spec.id)
    const file = await open(`${path}.new`, 'w', 0o600)
    try {
      await file.writeFile(JSON.stringify(record))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
  }

  async delete(networkId: string): Promise<void> {
    await rm(this.#path(networkId), { force: true })
  }

  #path(networkId: string): string {
    return join(this.#folder, `${encodeURIComponent(networkId)}.json`)
  }
}
