import { expect, test } from 'vitest'
import { pastedAddress, pastedEmail, pastedList, pastedNetwork, pastedUrl } from './pasted.ts'

test.each([
  [pastedEmail, ' ops@example.com ', 'ops@example.com'],
  [pastedEmail, 'mailto:ops@example.com', 'ops@example.com'],
  [pastedEmail, 'MAILTO: ops@example.com\n', 'ops@example.com'],
  [pastedEmail, 'On call <ops@example.com>', 'ops@example.com'],
  [pastedEmail, 'ops@example.com, dev@example.com', 'ops@example.com, dev@example.com'],
  [pastedUrl, ' https://chat.example/a?b="c" \n', 'https://chat.example/a?b="c"'],
  [pastedUrl, '<https://chat.example>', 'https://chat.example'],
  [pastedUrl, '"https://chat.example"', 'https://chat.example'],
  [pastedAddress, '10.0.0.5/24', '10.0.0.5'],
  [pastedAddress, ' [fd00::1] ', 'fd00::1'],
  [pastedAddress, '"10.0.0.5",', '10.0.0.5'],
  [pastedAddress, '10.0.0.5/99', '10.0.0.5/99'],
  [pastedAddress, 'no address', 'no address'],
  [pastedNetwork, '10.0.0.5/24', '10.0.0.0/24'],
  [pastedNetwork, '"10.0.0.0/24"', '10.0.0.0/24'],
  [pastedNetwork, ' fd00::1/64\n', 'fd00::/64'],
  [pastedNetwork, '10.0.0.5', '10.0.0.5'],
])('%o finds the value in %j', (find, text, value) => {
  expect(find(text)).toBe(value)
})

test('splits lists as people and programs write them', () => {
  const networks = ['10.0.0.0/8', 'fd00::/8']
  expect(pastedList('10.0.0.0/8, fd00::/8')).toEqual(networks)
  expect(pastedList('10.0.0.0/8\r\nfd00::/8\n')).toEqual(networks)
  expect(pastedList('["10.0.0.0/8", "fd00::/8"]')).toEqual(networks)
  expect(pastedList(' ')).toEqual([])
})
