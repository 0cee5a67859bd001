import type { Operation } from '@granary/contract/operation.ts'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { CommandError, EXIT } from '../exit-codes.ts'
import type { Ask } from '../http.ts'
import type { Target, World } from '../target.ts'

/** What is typed to leave; telnet and others have it too. */
const LEAVE = 0x1d

/** The one operation that is neither a request with an answer nor bytes that only come. */
export const isSerialConsole = ({ path }: Operation): boolean => path.endsWith('/serial-console/stream')

/** What a machine has said so far: bytes in an array of numbers, which people read as text. */
export const isSerialHistory = ({ path }: Operation): boolean => path.endsWith('/serial-console')

type RawInput = World['input'] & { setRawMode?: (on: boolean) => void; unref?: () => void }

/**
 * Connects the terminal with a serial console, until the machine stops or Ctrl-] is typed. The end of a file that is typed is not
 * the end: what the machine says to it is still to come.
 * @throws CommandError when the server refuses, with its reason.
 */
export async function openTerminal(
  world: World,
  { host, token }: Target,
  { path, query }: Ask,
): Promise<void> {
  const url = new URL(`${host}${path}?${query?.toString() ?? ''}`.replace(/^http/, 'ws'))
  const socket = new WebSocket(url, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  const ended = once(socket, 'close') as Promise<[number, Buffer]>
  const failed = new Promise<never>((_, reject) =>
    socket.once('error', (error) =>
      reject(new CommandError(EXIT.unreachable, `cannot reach ${host}: ${error.message}`)),
    ),
  )
  await Promise.race([once(socket, 'open'), failed])
  const input = world.input as RawInput
  const raw = world.input.isTTY === true && input.setRawMode !== undefined
  if (raw) {
    input.setRawMode!(true)
    world.err.write('Connected; Ctrl-] leaves.\r\n')
  }
  socket.on('message', (data: Buffer) => world.out.write(new Uint8Array(data)))
  const leave = () => socket.close(1000)
  world.interrupted.addEventListener('abort', leave)
  void type(input, socket).then((wants) => wants && leave(), leave)
  try {
    const [code, reason] = await Promise.race([ended, failed])
    if (world.interrupted.aborted) throw new CommandError(EXIT.interrupted, 'interrupted')
    if (code === 1011) throw new CommandError(EXIT.refused, reason.toString())
  } finally {
    if (raw) input.setRawMode!(false)
    input.unref?.()
  }
}

/** Sends what is typed. @returns whether the way out was typed. */
async function type(input: RawInput, socket: WebSocket): Promise<boolean> {
  for await (const bytes of input) {
    const end = input.isTTY ? bytes.indexOf(LEAVE) : -1
    socket.send(end < 0 ? bytes : bytes.subarray(0, end))
    if (end >= 0) return true
  }
  return false
}
