import { chmod, mkdir } from 'node:fs/promises'

/** Makes a folder with these permissions, whatever the mask of the server is. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, mode)
}
