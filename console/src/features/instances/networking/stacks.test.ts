import { expect, test } from 'vitest'
import {
  ephemeralReason,
  type ExternalIp,
  floatingReason,
  freeFloatingIps,
  type Nic,
  openVersions,
} from './stacks.ts'

const four = { ip: '172.30.0.5', transitIps: [] }
const six = { ip: 'fd00::5', transitIps: [] }
const nic = (ipStack: Nic['ipStack'], primary = true) => ({ ipStack, primary }) as Nic
const dual = nic({ type: 'dual_stack', value: { v4: four, v6: six } })
const onlyFour = nic({ type: 'v4', value: four })
const ephemeral = (ip: string) => ({ kind: 'ephemeral', ip, ipPoolId: '' }) as ExternalIp
const pool = (ipVersion: 'v4' | 'v6', poolType: 'unicast' | 'multicast' = 'unicast') => ({
  ipVersion,
  poolType,
  isDefault: true,
  name: ipVersion,
})

test('allows an ephemeral address for a family of the primary interface without one', () => {
  expect(openVersions([dual], [ephemeral('198.51.100.4')])).toEqual(['v6'])
  expect(openVersions([onlyFour, nic({ type: 'v6', value: six }, false)], [])).toEqual(['v4'])
})

test('explains why there can be no ephemeral address', () => {
  const pools = [pool('v4'), pool('v6')]
  expect(ephemeralReason([], [], pools)).toBe('Instance has no network interfaces')
  expect(ephemeralReason([onlyFour], [ephemeral('198.51.100.4')], pools)).toBe(
    'Instance already has an ephemeral IP',
  )
  expect(ephemeralReason([dual], [ephemeral('198.51.100.4'), ephemeral('2001:db8::4')], pools)).toBe(
    'Instance already has v4 and v6 ephemeral IPs',
  )
  expect(ephemeralReason([dual], [], [pool('v4', 'multicast')])).toBe(
    'No v4 or v6 pools available for ephemeral IPs',
  )
  expect(ephemeralReason([dual], [ephemeral('198.51.100.4')], pools)).toBeNull()
})

test('offers floating addresses that are unattached and of a family of the primary interface', () => {
  const floating = [
    { ip: '198.51.100.9', instanceId: null },
    { ip: '198.51.100.10', instanceId: 'other' },
    { ip: '2001:db8::9', instanceId: null },
  ]
  expect(freeFloatingIps(floating, [onlyFour])).toEqual([floating[0]])
  expect(floatingReason([], 0)).toBe('No available floating IPs')
  expect(
    floatingReason(
      Array.from({ length: 32 }, () => ephemeral('198.51.100.4')),
      1,
    ),
  ).toMatch(/32/)
})
