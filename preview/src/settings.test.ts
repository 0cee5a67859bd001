import { expect, test } from 'vitest'
import { readPreviewSettings } from './settings.ts'

test('waits 200 to 400 ms and fails nothing unless told otherwise', () => {
  expect(readPreviewSettings({})).toEqual({ latency: { min: 200, max: 400 }, chaos: 0 })
  expect(readPreviewSettings({ GRANARY_PREVIEW_LATENCY: '', GRANARY_PREVIEW_CHAOS: ' ' })).toEqual(
    readPreviewSettings({}),
  )
})

test('a number fixes the latency, and 0 turns it off', () => {
  expect(readPreviewSettings({ GRANARY_PREVIEW_LATENCY: '0' }).latency).toEqual({ min: 0, max: 0 })
  expect(readPreviewSettings({ GRANARY_PREVIEW_LATENCY: '1500' }).latency).toEqual({ min: 1500, max: 1500 })
})

test('refuses what is not a number in range with a sentence that names the switch', () => {
  for (const wrong of ['a lot', '-1', '101', 'NaN', 'Infinity'])
    expect(() => readPreviewSettings({ GRANARY_PREVIEW_CHAOS: wrong })).toThrow(
      `GRANARY_PREVIEW_CHAOS must be a number from 0 to 100, not "${wrong}"`,
    )
  expect(() => readPreviewSettings({ GRANARY_PREVIEW_LATENCY: '60001' })).toThrow('GRANARY_PREVIEW_LATENCY')
})
