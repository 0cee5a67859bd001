import { on, once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { makeDemoImage } from '@granary/compute-qemu/demo-image/make.ts'
import { type GuestConsole, guestOf } from '@granary/compute-qemu/testing/guest.ts'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { endMachines } from '../../scripts/end-machines.ts'
import { openServer, sessionAt } from './server.ts'

/** Asks a server and returns what it answers. @throws AssertionError for an answer that is a refusal. */
type Ask = <Answer = { id: string; name: string }>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
) => Promise<Answer>

/** Opens a server with real machines and a project `p`, which the caller ends with its machines. It has the demo image at hand. */
export async function openRealServer() {
  const folder = await mkdtemp(join(tmpdir(), 'granary-real-'))
  const made = await makeDemoImage()
  await mkdir(join(folder, 'demo-image'))
  await copyFile(made, join(folder, 'demo-image', basename(made)))
  const server = await openServer(folder, ['--compute', 'qemu', '--qemu-acceleration', 'emulated'])
  const cookie = await server.signIn()
  const ask: Ask = async <Answer>(method: string, path: string, body?: unknown) => {
    const answer = await (method === 'GET'
      ? server.get(path, { cookie })
      : server.send(method, path, body, { cookie }))
    const text = await answer.text()
    expect(answer.ok, `${method} ${path}: ${text}`).toBe(true)
    return JSON.parse(text) as Answer
  }
  await ask('POST', '/v1/projects', { name: 'p', description: '' })
  const end = async () => {
    await server.stop()
    await endMachines(folder)
    await rm(folder, { recursive: true })
  }
  /** Returns the shell of an instance's guest, by its serial console. */
  const guest = (id: string) => guestOf({ serial: () => consoleOf(server.url, cookie, id) }, id)
  return { ask, guest, end }
}

/** The serial console of an instance, by the API. */
function consoleOf(url: string, cookie: string, id: string): GuestConsole {
  const headers = { cookie: sessionAt(url, cookie) }
  const path = `${url}/v1/instances/${id}/serial-console`
  return {
    async history({ mostRecent, maxBytes }) {
      const answer = await fetch(`${path}?most_recent=${mostRecent}&max_bytes=${maxBytes}`, { headers })
      const text = await answer.text()
      expect(answer.ok, text).toBe(true)
      return { data: Uint8Array.from((JSON.parse(text) as { data: number[] }).data) }
    },
    async connect({ mostRecent }) {
      const address = `${path.replace('http', 'ws')}/stream?most_recent=${mostRecent}`
      const socket = new WebSocket(address, { headers })
      // Before it is open, so that no message is missed.
      const messages = on(socket, 'message', { close: ['close'] })
      await once(socket, 'open')
      return {
        output: bytesOf(messages),
        write: (bytes) => socket.send(bytes) as undefined,
        close: () => socket.terminate(),
      }
    },
  }
}

async function* bytesOf(messages: AsyncIterable<unknown[]>): AsyncIterable<Uint8Array> {
  for await (const [data] of messages) yield data as Uint8Array
}
