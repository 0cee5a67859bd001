import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withLock } from './build-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'granary-lock-'))
const file = join(folder, 'deep', 'room.lock')
afterAll(() => rmSync(folder, { recursive: true }))

test('runs work under one lock one after another, also after a failure', async () => {
  let running = 0
  const work = async () => {
    expect(++running).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    running--
  }
  const failing = withLock(file, async () => {
    await work()
    throw new Error('the build failed')
  })
  const others = [withLock(file, work), withLock(file, work)]
  await expect(failing).rejects.toThrow('the build failed')
  await Promise.all(others)
  expect(existsSync(file)).toBe(false)
})

test('takes the lock of a process that has ended', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(file, String(pid))
  expect(await withLock(file, async () => 'built')).toBe('built')
})

test('takes a lock that is older than any build, whatever process has its number', async () => {
  writeFileSync(file, String(process.pid))
  const long = Date.now() / 1000 - 3600
  utimesSync(file, long, long)
  expect(await withLock(file, async () => 'built')).toBe('built')
})
