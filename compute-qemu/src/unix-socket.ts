import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { constants } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'

/** Opens a name only to hold it, as of Linux on every processor that runs QEMU here; Node doesn't have it. */
const O_PATH = 0o10_000_000

/**
 * Connects to a UNIX socket, also where its path is longer than the 107 bytes that the kernel takes. The folder may be writable for
 * another user, such as that of a machine, so what it holds is looked at before it is used, and can't be exchanged in between.
 * @throws Error for anything but a socket of the user to whom the folder belongs, such as a link to another socket.
 */
export async function connectUnix(path: string): Promise<Socket> {
  const folder = await open(dirname(path), O_PATH | constants.O_DIRECTORY)
  const held = await open(path, O_PATH | constants.O_NOFOLLOW).catch(async (error: unknown) => {
    await folder.close()
    throw error
  })
  try {
    const [owner, own] = [(await folder.stat()).uid, await held.stat()]
    if (!own.isSocket() || own.uid !== owner) throw new Error(`${path} is not a socket of its folder`)
    const socket = connect(`/proc/self/fd/${held.fd}`)
    await once(socket, 'connect')
    return socket
  } finally {
    await folder.close()
    await held.close()
  }
}
