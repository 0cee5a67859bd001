import { manualClock } from '@granary/compute/clock.ts'
import { expect, test } from 'vitest'
import type { Services } from '../kit/context/services.ts'
import { Leases } from './leases.ts'
import { renewLeases } from './renewal.ts'

const LEASE_MS = 20_000

test('a worker without tasks renews nothing, and nothing at all after its end', async () => {
  const clock = manualClock()
  const logged: string[] = []
  // Without a database, so that a transaction fails.
  const services = { clock, log: (_: unknown, message: string) => logged.push(message) }
  let renewals = 0
  const end = renewLeases(services as unknown as Services, 'worker', LEASE_MS, {
    running: () => [],
    // A server may stop while it renews leases. A timer would keep its process from ending.
    beforeRenewal: () => {
      renewals += 1
      if (renewals === 2) end()
    },
    leases: new Leases(LEASE_MS),
  })
  await clock.advance(2 * LEASE_MS)
  expect(renewals).toBe(2)
  expect(logged).toEqual([])
})
