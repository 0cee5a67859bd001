import { expect, test } from 'vitest'
import { byteSize } from './byte-size.tsx'

test('the largest unit that is filled, with at most two decimals', () => {
  const shown = [0, 500, 1024, 1500, 2 ** 30, 1.95 * 2 ** 40, 2 ** 63].map((bytes) => {
    const { value, unit } = byteSize(bytes)
    return `${value} ${unit}`
  })
  expect(shown).toEqual(['0 B', '500 B', '1 KiB', '1.46 KiB', '1 GiB', '1.95 TiB', '8,192 PiB'])
})
