import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'

/** Serial consoles. */
export function serialTests(test: DriverTest): void {
  test('all connections see the same output as the history', ['machines', 'serial'], async (rig) => {
    const spec = await rig.start()
    const port = rig.driver.serial(spec.id)
    const [one, two] = [await port.connect(), await port.connect()]
    await rig.pass(30_000)
    void one.write(new TextEncoder().encode('\r'))
    await rig.pass(5000)
    const history = await port.history({ fromStart: 0, maxBytes: 1_000_000 })
    const latest = await port.history({ mostRecent: 10, maxBytes: 10 })
    one.close()
    two.close()
    expect(await one.closed).toBe('client')
    expect(await drain(one.output)).toEqual(history.data)
    expect(await drain(two.output)).toEqual(history.data)
    expect(history.lastByteOffset).toBe(history.data.length)
    expect(latest).toEqual({ data: history.data.slice(-10), lastByteOffset: history.lastByteOffset })
  })

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

async function drain(output: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const bytes: number[] = []
  for await (const chunk of output) bytes.push(...chunk)
  return Uint8Array.from(bytes)
}
