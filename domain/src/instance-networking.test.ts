import { expect, test } from 'vitest'
import {
  externalIpCountProblem,
  externalIpFamilyProblem,
  interfacesProblem,
  requestedAddressProblem,
} from './instance-networking.ts'

const nics = (...vpcs: string[]) => vpcs.map((vpcName) => ({ vpcName }))

test.each<[string, string[], RegExp | null]>([
  ['none', [], /at least one/],
  ['one', ['a'], null],
  ['eight in a VPC', Array.from({ length: 8 }, () => 'a'), null],
  ['nine', Array.from({ length: 9 }, () => 'a'), /more than 8/],
  ['two VPCs', ['a', 'b'], /span multiple VPCs/],
])('interfaces: %s', (_, vpcs, problem) => {
  const found = interfacesProblem(nics(...vpcs))
  if (problem) expect(found).toMatch(problem)
  else expect(found).toBeNull()
})

test('allows at most 32 external IPs, each of a family of the primary interface', () => {
  expect(externalIpCountProblem(32)).toBeNull()
  expect(externalIpCountProblem(33)).toMatch(/more than 32/)
  expect(externalIpFamilyProblem(new Set(['v4']), 'v4')).toBeNull()
  expect(externalIpFamilyProblem(new Set(['v4']), 'v6')).toMatch(/IPv6/)
})

test.each<[string, string, RegExp | null]>([
  ['172.30.0.0/22', '172.30.1.7', null],
  ['172.30.0.0/22', 'fd00::7', /^fd00::7 is not an IPv4 address$/],
  ['172.30.0.0/22', '172.30.1.7/32', /is not an IPv4 address/],
  ['172.30.0.0/22', 'seven', /^seven is not an IPv4 address$/],
  ['172.30.0.0/22', '10.0.0.9', /^address 10\.0\.0\.9 is not in the subnet's block 172\.30\.0\.0\/22$/],
  ['172.30.0.0/22', '172.30.0.4', /first 5 addresses/],
  ['172.30.0.0/22', '172.30.3.255', /broadcast/],
  ['fd00:1:2:3::/64', 'fd00:1:2:3::7', null],
  ['fd00:1:2:3::/64', '172.30.1.7', /is not an IPv6 address/],
])('checks an address requested in a block: %s, %s', (block, address, problem) => {
  const found = requestedAddressProblem(block, address)
  if (problem) expect(found).toMatch(problem)
  else expect(found).toBeNull()
})
