import { expect, test } from 'vitest'
import { siloHost } from './silo-host.ts'

test('derives the host of a silo from the host of this console', () => {
  expect(siloHost('acme', 'main.sys.granary.example')).toBe('acme.sys.granary.example')
})

test('returns null on another host, or without a name', () => {
  expect(siloHost('acme', 'localhost')).toBeNull()
  expect(siloHost('acme', 'sys.granary.example')).toBeNull()
  expect(siloHost('', 'main.sys.granary.example')).toBeNull()
})
