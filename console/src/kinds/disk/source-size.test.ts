import { GiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { fittingSize } from './source-size.ts'

const image = { size: 12 * GiB }
test.each<[number | null, { size: number } | undefined, boolean, number | null]>([
  [10, undefined, false, 10],
  [10, image, false, 20],
  [null, image, false, 20],
  [40, image, false, 40],
  [12, image, false, 12],
  [13, image, false, 13],
  [40, image, true, 12],
  [10, { size: 1021 * GiB }, false, 1023],
])('adjusts %s GiB to %o, read-only %s', (gib, source, readOnly, fitting) => {
  expect(fittingSize(gib, source, readOnly)).toBe(fitting)
})
