import { expect, test } from 'vitest'
import { place } from './place.ts'

const viewport = { width: 400, height: 300 }
const size = { width: 100, height: 20 }

test('is on the preferred side, centred', () => {
  const anchor = { left: 150, top: 100, width: 40, height: 20 }
  expect(place('bottom', anchor, size, viewport)).toEqual({ left: 120, top: 126 })
  expect(place('right', anchor, size, viewport)).toEqual({ left: 196, top: 100 })
})

test('moves to the other side where there is no room', () => {
  expect(place('top', { left: 150, top: 10, width: 40, height: 20 }, size, viewport).top).toBe(36)
  expect(place('bottom', { left: 150, top: 270, width: 40, height: 20 }, size, viewport).top).toBe(244)
  expect(place('right', { left: 340, top: 100, width: 40, height: 20 }, size, viewport).left).toBe(234)
})

test('stays inside the viewport', () => {
  expect(place('bottom', { left: 0, top: 100, width: 20, height: 20 }, size, viewport).left).toBe(8)
  expect(place('bottom', { left: 390, top: 100, width: 20, height: 20 }, size, viewport).left).toBe(292)
})
