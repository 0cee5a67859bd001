import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'

/** Serial consoles. */
export function serialTests(test: DriverTest): void {
  test(
    'all connections see the same output as the history',
    ['machines', 'guests', 'serial'],
    async (rig) => {
      const spec = await rig.boot()
      const port = rig.driver.serial(spec.id)
      const all = () => port.history({ fromStart: 0, maxBytes: 1_000_000 })
      const [one, two] = [await port.connect(), await port.connect()]
      const shown = [collect(one.output), collect(two.output)]
      const before = await all()
      void one.write(new TextEncoder().encode('\r'))
      await rig.until('an answer', async () => (await all()).lastByteOffset > before.lastByteOffset)
      // Reads until nothing more comes: the answer may have several parts.
      const { data, firstByteOffset, lastByteOffset } = await rig.until('the end of the answer', async () => {
        const earlier = await all()
        await rig.pass(1000)
        const later = await all()
        return later.lastByteOffset === earlier.lastByteOffset && later
      })
      const latest = await port.history({ mostRecent: 10, maxBytes: 10 })
      await rig.until('the output', async () => shown.every(({ bytes }) => bytes.length >= data.length))
      one.close()
      two.close()
      expect(await one.closed).toBe('client')
      for (const { bytes } of shown) expect(Uint8Array.from(bytes)).toEqual(data)
      expect([firstByteOffset, lastByteOffset]).toEqual([0, data.length])
      expect(latest).toEqual({ data: data.slice(-10), firstByteOffset: lastByteOffset - 10, lastByteOffset })
    },
  )

  test(
    'a machine that stops ends the connections, and a stopped one has none',
    ['machines', 'serial'],
    async (rig) => {
      const spec = await rig.start()
      const connection = await rig.driver.serial(spec.id).connect({ mostRecent: 0 })
      await rig.done(rig.driver.reboot(spec.id, 'again'))
      await rig.reach(spec.id, 'running')
      await rig.done(rig.driver.ensureStopped(spec.id))
      await rig.reach(spec.id, 'stopped')
      expect(await rig.done(connection.closed)).toBe('stopped')
      expect(await rig.refusal(rig.driver.serial(spec.id).connect())).toBe('invalid')
      expect(await rig.refusal(rig.driver.serial(crypto.randomUUID()).connect())).toBe('not_found')
    },
  )
}

/** Collects the output of a connection. */
function collect(output: AsyncIterable<Uint8Array>): { bytes: number[] } {
  const collected = { bytes: [] as number[] }
  void (async () => {
    for await (const chunk of output) collected.bytes.push(...chunk)
  })()
  return collected
}
