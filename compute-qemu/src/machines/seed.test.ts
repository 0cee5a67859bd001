import { expect, test } from 'vitest'
import { machineNic, machineSpec } from '@granary/compute/conformance/specs.ts'
import { seedFiles } from './seed.ts'

test('the seed has name, keys and user data as they are, and each interface by its MAC address', () => {
  const first = { ...machineNic('n', 5), addresses: ['10.0.0.5/24', 'fd00::5/64'] }
  const second = { ...machineNic('n', 6), primary: false, addresses: ['10.0.0.6/24'] }
  const files = seedFiles(
    machineSpec({
      id: 'i',
      hostname: 'web-1',
      sshPublicKeys: ['ssh-ed25519 AAAA "a: b"'],
      userData: Buffer.from('#!/bin/sh\n\xff', 'latin1').toString('base64'),
      nics: [first, second],
    }),
  )
  expect(files['meta-data']).toBe(
    'instance-id: "i"\nlocal-hostname: "web-1"\npublic-keys: ["ssh-ed25519 AAAA \\"a: b\\""]\n',
  )
  expect(Buffer.from(files['user-data'] as Uint8Array).toString('latin1')).toBe('#!/bin/sh\n\xff')
  expect(JSON.parse(files['network-config'] as string)).toEqual({
    version: 2,
    ethernets: {
      nic0: {
        match: { macaddress: first.mac.toLowerCase() },
        dhcp4: true,
        dhcp6: true,
        addresses: ['fd00::5/128'],
        'dhcp4-overrides': { 'route-metric': 100 },
        'dhcp6-overrides': { 'route-metric': 100 },
      },
      nic1: {
        match: { macaddress: second.mac.toLowerCase() },
        dhcp4: true,
        dhcp6: false,
        'dhcp4-overrides': { 'route-metric': 200 },
      },
    },
  })
})
