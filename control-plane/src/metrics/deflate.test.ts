import { expect, test, vi } from 'vitest'

test('Node and browsers read what the other has compressed', async () => {
  const node = await import('./deflate.ts')
  const builtin = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
  // Another instance of the module, which finds no Node.
  const browser: typeof node = await import('./deflate.ts?browser' as './deflate.ts')
  expect(builtin).toHaveBeenCalledOnce()
  const bytes = Uint8Array.from({ length: 10_000 }, (_, at) => (at * at) % 251)
  const both = [await node.deflate(bytes), await browser.deflate(bytes)]
  for (const packed of both) {
    expect(packed.length).toBeLessThan(bytes.length)
    expect(Uint8Array.from(await node.inflate(Uint8Array.from(packed)))).toEqual(bytes)
    expect(await browser.inflate(Uint8Array.from(packed))).toEqual(bytes)
  }
  await expect(node.inflate(bytes)).rejects.toThrow()
  await expect(browser.inflate(bytes)).rejects.toThrow()
})
