import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { pattern } from '@granary/compute/conformance/specs.ts'
import { SERIAL_BUFFER } from '@granary/compute/serial.ts'
import { SerialLine } from './serial-line.ts'
import { SerialLog } from './serial-log.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function makeLog() {
  const parent = await mkdtemp(join(tmpdir(), 'serial-'))
  ends.push(() => rm(parent, { recursive: true }))
  const folder = join(parent, 'console')
  const log = await SerialLog.open(folder)
  ends.push(() => log.close())
  return { folder, log }
}

test('keeps the first and at least the latest bytes, in bounded space, and knows them after a restart', async () => {
  const { folder, log } = await makeLog()
  const output = pattern(6.5 * SERIAL_BUFFER, 13)
  for (let at = 0; at < output.length; at += 700_000) await log.append(output.subarray(at, at + 700_000))
  expect(log.end).toBe(output.length)
  expect((await readdir(folder)).length).toBe(3)
  const again = await SerialLog.open(folder)
  expect(again.end).toBe(output.length)
  expect(await again.read(0, 100)).toEqual(output.subarray(0, 100))
  const latest = output.length - SERIAL_BUFFER
  expect(await again.read(latest, 2 * SERIAL_BUFFER)).toEqual(output.subarray(latest))
  await expect(again.read(2 * SERIAL_BUFFER, 10)).rejects.toMatchObject({ kind: 'invalid' })
  expect(again.keptFrom(2 * SERIAL_BUFFER)).toBe(5 * SERIAL_BUFFER)
})

test('a client sees the first output, then the latest, and ends with the line', async () => {
  const { log } = await makeLog()
  const line = new SerialLine(log)
  const output = pattern(4 * SERIAL_BUFFER, 7)
  await log.append(output)
  const connection = line.connect()
  const shown: Uint8Array[] = []
  const reading = (async () => {
    for await (const part of connection.output) shown.push(part)
  })()
  await line.end('stopped')
  await reading
  expect(await connection.closed).toBe('stopped')
  const kept = [output.subarray(0, SERIAL_BUFFER), output.subarray(2 * SERIAL_BUFFER)]
  expect(Buffer.concat(shown).equals(Buffer.concat(kept))).toBe(true)
})

test('a client that reads too slowly is disconnected', async () => {
  const { log } = await makeLog()
  const line = new SerialLine(log)
  await log.append(pattern(SERIAL_BUFFER + 10, 7))
  const connection = line.connect(5)
  const output = connection.output[Symbol.asyncIterator]()
  await output.next()
  await log.append(pattern(4 * SERIAL_BUFFER, 7))
  expect((await output.next()).done).toBe(true)
  expect(await connection.closed).toBe('slow')
})
