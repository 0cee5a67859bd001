import { expect, test } from 'vitest'
import { probeAcceleration, runTinyGuest } from './acceleration.ts'

test('the tiny guest ends QEMU by itself, and a deadline ends it otherwise', async () => {
  expect(await runTinyGuest('tcg', 60_000)).toBe(3)
  expect(await runTinyGuest('tcg', 1)).toBeNull()
})

test('the probe says why guests are emulated, and asks once', async () => {
  const first = await probeAcceleration()
  expect(first.kind === 'kvm' || first.reason).toBeTruthy()
  expect(await probeAcceleration()).toBe(first)
})
