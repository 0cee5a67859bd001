import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { Qmp, QmpClosed, QmpError } from './qmp.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A server that greets as QEMU does and answers each command by `answer`. */
async function fakeQemu(answer: (command: string, id: number, socket: Socket) => unknown) {
  const folder = await mkdtemp(join(tmpdir(), 'qmp-'))
  const server = createServer((socket) => {
    const send = (message: unknown) => socket.write(JSON.stringify(message) + '\n')
    socket.on('error', () => {})
    send({ QMP: { version: {} } })
    const lines = createInterface({ input: socket }).on('error', () => {})
    lines.on('line', (line) => {
      const { execute, id } = JSON.parse(line) as { execute: string; id: number }
      const message = execute === 'qmp_capabilities' ? { return: {}, id } : answer(execute, id, socket)
      if (message !== undefined) send(message)
    })
  })
  const path = join(folder, 'qmp')
  server.listen(path)
  await once(server, 'listening')
  const qmp = await Qmp.open(path)
  ends.push(
    () => qmp.close(),
    () => server.close(),
    () => rm(folder, { recursive: true }),
  )
  return qmp
}

test('answers reach their commands in any order', async () => {
  const first: { id?: number } = {}
  const qmp = await fakeQemu((command, id, socket) => {
    if (command === 'slow') return void (first.id = id)
    socket.write(JSON.stringify({ return: 'fast', id }) + '\n')
    return { return: 'slow', id: first.id }
  })
  expect(await Promise.all([qmp.execute('slow'), qmp.execute('fast')])).toEqual(['slow', 'fast'])
})

test('a refusal names the command, and an event is no answer', async () => {
  const qmp = await fakeQemu((_, id, socket) => {
    socket.write(JSON.stringify({ event: 'STOP', data: {} }) + '\n')
    return { error: { class: 'GenericError', desc: 'no such device' }, id }
  })
  const event = once(qmp, 'event')
  const error = await qmp.execute('device_del').catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(QmpError)
  expect(String(error)).toBe('QmpError: QEMU refused device_del: no such device')
  expect(await event).toEqual([{ event: 'STOP', data: {} }])
})

test('a lost connection fails pending and later commands', async () => {
  const qmp = await fakeQemu((_, __, socket) => void socket.destroy())
  await expect(qmp.execute('quit')).rejects.toThrow(QmpClosed)
  await expect(qmp.execute('quit')).rejects.toThrow(QmpClosed)
  expect(qmp.closed).toBe(true)
})

test.each([
  ['half a message before its end', '{"return": ', true],
  ['a line that is no message', 'qemu: out of memory\n', false],
  ['a line without an object', 'null\n', false],
  ['a line without an end', 'x'.repeat(5 * 1024 ** 2), false],
])('a connection with %s is lost, and the server goes on', async (_, text, ends) => {
  const qmp = await fakeQemu((__, ___, socket) => void (ends ? socket.end(text) : socket.write(text)))
  await expect(qmp.execute('query-block')).rejects.toThrow(QmpClosed)
  expect(qmp.closed).toBe(true)
})

test('a message arrives whole, in however many pieces', async () => {
  const qmp = await fakeQemu((_, id, socket) => {
    const bytes = Buffer.from(JSON.stringify({ return: 'größer', id }) + '\r\n')
    const send = (at: number): void => {
      if (at < bytes.length) socket.write(bytes.subarray(at, at + 1), () => send(at + 1))
    }
    send(0)
  })
  expect(await qmp.execute('query-name')).toBe('größer')
})
