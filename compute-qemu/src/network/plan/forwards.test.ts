import { expect, test } from 'vitest'
import { forwardsOf } from './forwards.ts'
import { externalOf, interfaceOf, networkOf } from './testing.ts'

/** Addresses by loopback address of networks, each of which has one of the external addresses. */
function loopbacksOf(...addresses: string[]): Record<string, string> {
  const specs = addresses.map((address) =>
    networkOf([interfaceOf('web', ['10.0.0.5'])], { external: [externalOf('web', address)] }),
  )
  return Object.fromEntries(forwardsOf(specs, 1024).map(({ loopback, address }) => [address, loopback]))
}

test('no address is at one of the loopback addresses that the host uses itself', () => {
  const addresses = ['10.0.0.1', '10.0.0.53', '10.0.1.1', '203.0.113.5', '255.255.255.255']
  const loopbacks = Object.values(loopbacksOf(...addresses))
  expect(loopbacks).toHaveLength(addresses.length)
  for (const loopback of loopbacks)
    expect(loopback).toMatch(/^127\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+$/)
})

test('addresses that differ in one number are at different ones, whatever others there are', () => {
  const all = loopbacksOf('10.0.113.5', '203.0.113.5', '203.1.113.5', '203.0.112.5', '203.0.113.6')
  expect(new Set(Object.values(all)).size).toBe(5)
  expect(loopbacksOf('203.0.113.5')).toEqual({ '203.0.113.5': all['203.0.113.5'] })
})

test('of two addresses with the same digest, the first has it', () => {
  const { '10.0.10.124': second } = loopbacksOf('10.0.10.124')
  expect(loopbacksOf('10.0.3.93', '192.0.2.5', '10.0.10.124')).toEqual({
    '10.0.3.93': second,
    '192.0.2.5': expect.any(String),
  })
})
