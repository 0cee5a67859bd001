import { expect, test } from 'vitest'
import { siloHost } from './silo-host.ts'

test('a silo lies beside the one whose console this is', () => {
  expect(siloHost('acme', 'main.sys.granary.example')).toBe('acme.sys.granary.example')
})

test('nothing is known from another host, or without a name', () => {
  expect(siloHost('acme', 'localhost')).toBeNull()
  expect(siloHost('acme', 'sys.granary.example')).toBeNull()
  expect(siloHost('', 'main.sys.granary.example')).toBeNull()
})
