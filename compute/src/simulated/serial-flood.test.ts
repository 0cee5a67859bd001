import { expect, it } from 'vitest'
import { manualClock } from '../clock.ts'
import { machineSpec } from '../../conformance/specs.ts'
import { memoryStore } from '../memory-store.ts'
import { openSimulatedDriver } from './driver.ts'

const SLICE = 16_384
const MAX_WAITING_BYTES = 262_144
const encode = (text: string) => new TextEncoder().encode(text)

/** Opens the console of a running machine, which echoes at once. */
async function opened() {
  const clock = manualClock()
  const store = memoryStore()
  const open = () => openSimulatedDriver({ clock, store, timings: { serialEchoDelay: 0 } })
  const driver = await open()
  const spec = machineSpec({ hostname: 'web-1' })
  await driver.ensureRunning(spec)
  await clock.advance(10_000)
  const port = driver.serial(spec.id)
  const connection = await port.connect({ mostRecent: 0 })
  const shown = { bytes: 0, text: '' }
  void (async () => {
    for await (const chunk of connection.output) {
      shown.bytes += chunk.length
      if (chunk.length < SLICE) shown.text += new TextDecoder().decode(chunk)
    }
  })()
  return { clock, open, driver, spec, port, connection, shown }
}

it('prints no more at once than a line can carry, however much a few keys print', async () => {
  const { clock, port, shown } = await opened()
  const other = await port.connect({ mostRecent: 0 })
  const before = shown.bytes
  // Five keys print half a KiB, so these would print 20 MB.
  for (let slice = 0; slice < 12; slice++) void other.write(encode('help\r'.repeat(SLICE / 5)))
  await clock.advance(0)
  expect(shown.bytes - before).toBeLessThan(100_000)
  await clock.advance(1_000)
  expect(shown.bytes - before).toBeGreaterThan(100_000)
  expect(shown.bytes - before).toBeLessThan(500_000)
})

it('handles a large frame in parts, and all of it', async () => {
  const { clock, connection, shown } = await opened()
  for (let slice = 0; slice < 12; slice++) void connection.write(encode('x\x7f'.repeat(SLICE / 2)))
  void connection.write(encode('the-end'))
  await clock.advance(0)
  expect(shown.text).not.toContain('the-end')
  await clock.advance(5_000)
  expect(shown.text).toContain('the-end')
})

it('asks the network about ten times a second', async () => {
  const { clock, connection, shown } = await opened()
  void connection.write(encode('ping 192.0.2.1\r'.repeat(1_000)))
  for (let count = 0; count < 100; count++) await clock.advance(10)
  const answers = shown.text.split('ping 192.0.2.1\r\n').length - 1
  expect(answers).toBeGreaterThanOrEqual(10)
  expect(answers).toBeLessThanOrEqual(18)
})

it('makes writers wait while a slow guest has much input', async () => {
  const { clock, driver, spec, connection } = await opened()
  const waits: Promise<void>[] = []
  for (let at = 0; at < 2 * MAX_WAITING_BYTES; at += SLICE) {
    const wait = connection.write(new Uint8Array(SLICE).fill(120))
    if (wait) waits.push(wait)
  }
  expect(waits.length).toBeGreaterThan(5)
  let released = 0
  for (const wait of waits) void wait.then(() => (released += 1))
  await clock.advance(10)
  expect(released).toBe(0)
  await clock.advance(2_000)
  expect(released).toBe(waits.length)
  // A machine that stops takes no more input, and no writer waits for it.
  const last = Array.from({ length: 40 }, () => connection.write(new Uint8Array(SLICE).fill(120)))
  await driver.ensureStopped(spec.id)
  await clock.advance(10_000)
  for (const wait of last) await wait
})

it('saves a console with much output as soon as one with little', async () => {
  const { clock, open, spec, connection, shown } = await opened()
  for (let slice = 0; slice < 30; slice++) {
    void connection.write(encode('x\x7f'.repeat(SLICE / 2)))
    await clock.advance(1_000)
  }
  expect(shown.bytes).toBeGreaterThan(500_000)
  await clock.advance(60_000)
  void connection.write(encode('the-end'))
  await clock.advance(1_100)
  // Not closed: a crash saves nothing.
  const again = await (await open()).serial(spec.id).history({ mostRecent: 100, maxBytes: 100 })
  expect(new TextDecoder().decode(again.data)).toContain('the-end')
})
