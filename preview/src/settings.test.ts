import { expect, test } from 'vitest'
import { readPreviewSettings } from './settings.ts'

test('waits 200 to 400 ms and fails no requests by default', () => {
  expect(readPreviewSettings({})).toEqual({ latency: { min: 200, max: 400 }, chaos: 0 })
  expect(readPreviewSettings({ GRANARY_PREVIEW_LATENCY: '', GRANARY_PREVIEW_CHAOS: ' ' })).toEqual(
    readPreviewSettings({}),
  )
})

test('accepts a fixed latency, and 0 turns it off', () => {
  expect(readPreviewSettings({ GRANARY_PREVIEW_LATENCY: '0' }).latency).toEqual({ min: 0, max: 0 })
  expect(readPreviewSettings({ GRANARY_PREVIEW_LATENCY: '1500' }).latency).toEqual({ min: 1500, max: 1500 })
})

test('refuses numbers out of range with a message that names the variable', () => {
  for (const wrong of ['a lot', '-1', '101', 'NaN', 'Infinity'])
    expect(() => readPreviewSettings({ GRANARY_PREVIEW_CHAOS: wrong })).toThrow(
      `GRANARY_PREVIEW_CHAOS must be a number from 0 to 100, not "${wrong}"`,
    )
  expect(() => readPreviewSettings({ GRANARY_PREVIEW_LATENCY: '60001' })).toThrow('GRANARY_PREVIEW_LATENCY')
})
