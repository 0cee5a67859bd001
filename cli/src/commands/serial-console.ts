import type { Operation } from '@granary/contract/operation.ts'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { CommandError, EXIT } from '../exit-codes.ts'
import type { Ask } from '../http.ts'
import type { Target, World } from '../target.ts'

/** The key that disconnects: Ctrl-], as in telnet. */
const ESCAPE_KEY = 0x1d

/** The only operation that is neither a request with a response nor a download. */
export const isSerialConsole = ({ path }: Operation): boolean => path.endsWith('/serial-console/stream')

/** The console history: an array of byte values, shown as text. */
export const isSerialHistory = ({ path }: Operation): boolean => path.endsWith('/serial-console')

/**
 * Connects the terminal with a serial console until the machine stops or the user types Ctrl-]. The end of standard
 * input doesn't disconnect, because the machine may still respond.
 * @throws CommandError with the server's reason if it refuses.
 */
export async function openTerminal(
  world: World,
  { host, token }: Target,
  { path, query }: Ask,
): Promise<void> {
  const url = new URL(`${host}${path}?${query?.toString() ?? ''}`.replace(/^http/, 'ws'))
  const socket = new WebSocket(url, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  const ended = new Promise<{ code: number; reason: Buffer }>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason })),
  )
  const failed = new Promise<never>((_, reject) =>
    socket.once('error', (error) =>
      reject(new CommandError(EXIT.unreachable, `cannot reach ${host}: ${error.message}`)),
    ),
  )
  const { input } = world
  const setRaw = input.isTTY === true ? input.setRawMode?.bind(input) : undefined
  const opened = once(socket, 'open')
  // Listeners and not continuations, because the first output may arrive together with the answer.
  socket.once('open', () => {
    if (!setRaw) return
    setRaw(true)
    world.err.write('Connected. Press Ctrl-] to disconnect.\r\n')
  })
  socket.on('message', (data: Buffer) => world.out.write(new Uint8Array(data)))
  await Promise.race([opened, failed])
  const leave = () => socket.close(1000)
  world.interrupted.addEventListener('abort', leave)
  void type(input, socket).then((wants) => wants && leave(), leave)
  try {
    const { code, reason } = await Promise.race([ended, failed])
    if (world.interrupted.aborted) throw new CommandError(EXIT.interrupted, 'interrupted')
    if (code === 1011) throw new CommandError(EXIT.refused, reason.toString())
  } finally {
    setRaw?.(false)
    input.unref?.()
  }
}

/** Sends input. @returns whether the input contained the disconnect key. */
async function type(input: World['input'], socket: WebSocket): Promise<boolean> {
  for await (const bytes of input) {
    const end = input.isTTY ? bytes.indexOf(ESCAPE_KEY) : -1
    socket.send(end < 0 ? bytes : bytes.subarray(0, end))
    if (end >= 0) return true
  }
  return false
}
