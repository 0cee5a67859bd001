import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectUnix } from './unix-socket.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'socket-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Listens at a path. @returns how many clients have come. */
async function listen(path: string): Promise<() => number> {
  let clients = 0
  const server = createServer((socket) => {
    clients++
    socket.end('hello')
  }).listen(path)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return () => clients
}

test('connects to a socket', async () => {
  const path = join(newFolder(), 'socket')
  await listen(path)
  const socket = await connectUnix(path)
  expect(String((await once(socket, 'data'))[0])).toBe('hello')
})

test('connects where the path is longer than the kernel takes', async () => {
  const short = newFolder()
  const long = join(short, 'x'.repeat(120))
  mkdirSync(long)
  symlinkSync(long, join(short, 'l'))
  await listen(join(short, 'l', 'socket'))
  const socket = await connectUnix(join(long, 'socket'))
  expect(String((await once(socket, 'data'))[0])).toBe('hello')
})

test('follows no link in the folder, which may be another user’s', async () => {
  const [folder, other] = [newFolder(), newFolder()]
  const clients = await listen(join(other, 'secret'))
  symlinkSync(join(other, 'secret'), join(folder, 'qmp'))
  await expect(connectUnix(join(folder, 'qmp'))).rejects.toThrow('is not a socket of its folder')
  expect(clients()).toBe(0)
})

test('refuses a file that is no socket, and reports one that is missing as such', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  await expect(connectUnix(join(folder, 'file'))).rejects.toThrow('is not a socket of its folder')
  await expect(connectUnix(join(folder, 'none'))).rejects.toThrow('ENOENT')
})

test.runIf(process.getuid?.() === 0)(
  'refuses a socket that another user than that of its folder made',
  async () => {
    const folder = newFolder()
    const path = join(folder, 'qmp')
    const clients = await listen(path)
    chownSync(folder, 65_534, 65_534)
    await expect(connectUnix(path)).rejects.toThrow('is not a socket of its folder')
    chownSync(path, 65_534, 65_534)
    await connectUnix(path)
    await expect.poll(clients).toBe(1)
  },
)
