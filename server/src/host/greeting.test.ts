import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

const url = 'http://127.0.0.1:8400'
const first = { did: 'nothing' } as const
const simulated = { name: 'simulated', missing: [] }

test('says what a computer needs to run real machines, when it simulates them', () => {
  const candidates = [{ name: 'qemu', missing: ['nft is missing.', 'There is no /dev/net/tun.'] }, simulated]
  const driverSelection = { driver: 'simulated', reason: 'QEMU is missing.', candidates }
  expect(greeting({ url, first, driverSelection })).toBe(`Granary is at ${url}

  Machines are simulated. To run real ones, this computer needs something more:
    nft is missing.
    There is no /dev/net/tun.`)
})

test('says nothing of machines that are real, or simulated on request', () => {
  const real = { driver: 'qemu', reason: 'It can.', candidates: [{ name: 'qemu', missing: [] }, simulated] }
  const requested = { driver: 'simulated', reason: 'The setting says so.', candidates: [simulated] }
  for (const driverSelection of [real, requested])
    expect(greeting({ url, first, driverSelection })).toBe(`Granary is at ${url}`)
})
