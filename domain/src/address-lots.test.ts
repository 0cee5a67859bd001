import { expect, test } from 'vitest'
import { blockContainsNetwork, blockProblem, maskProblem, overlappingBlock } from './address-lots.ts'
import { fixedRange } from './ip-ranges.ts'

const zone = 'An address with a zone (the part after "%") is not allowed'
const block = (first: string, last: string) => ({ first, last })

test.each([
  ['10.0.0.1', '10.0.0.1', null],
  ['10.0.0.1', '10.0.1.0', null],
  ['fd00::1', 'fd00::ffff', null],
  ['10.0.0', '10.0.0.1', { end: 'first', message: 'Not a valid IP address' }],
  ['10.0.0.1', '', { end: 'last', message: 'Not a valid IP address' }],
  ['10.0.0.1', 'fd00::1', { end: 'last', message: 'Both addresses of a block must be of one family' }],
  [
    '10.0.0.2',
    '10.0.0.1',
    { end: 'last', message: 'The first address of a block must not be above the last one' },
  ],
  ['fe80::1%eth0', 'fe80::2', { end: 'first', message: zone }],
  ['fe80::1', 'fe80::2%eth0', { end: 'last', message: zone }],
  [
    '::1',
    'fd00::1',
    { end: 'first', message: 'IPv4 addresses inside IPv6 are not allowed in an address lot' },
  ],
])('block %s to %s: %o', (first, last, problem) => {
  expect(blockProblem(block(first, last))).toEqual(problem)
})

test('names the later one of two blocks that share an address', () => {
  const [low, high, middle] = [
    block('10.0.0.1', '10.0.0.9'),
    block('10.0.0.20', '10.0.0.29'),
    block('10.0.0.9', '10.0.0.15'),
  ]
  expect(overlappingBlock([high, low])).toBeNull()
  expect(overlappingBlock([middle, high, low])).toBe(2)
  expect(overlappingBlock([low, high, middle])).toBe(2)
  expect(overlappingBlock([low, low])).toBe(1)
  expect(
    overlappingBlock([
      block('10.0.0.1', '10.0.0.100'),
      block('10.0.0.50', '10.0.0.60'),
      block('10.0.0.2', '10.0.0.3'),
    ]),
  ).toBe(1)
  expect(overlappingBlock([low, block('fd00::1', 'fd00::9')])).toBeNull()
})

test('a prefix length is that of the family', () => {
  expect(maskProblem('10.0.0.1', 0)).toBe('Min width for IPv4 is 1')
  expect(maskProblem('10.0.0.1', 1)).toBeNull()
  expect(maskProblem('10.0.0.1', 32)).toBeNull()
  expect(maskProblem('fd00::1', 0)).toBe('Min width for IPv6 is 1')
  expect(maskProblem('10.0.0.1', 33)).toBe('Max width for IPv4 is 32')
  expect(maskProblem('fd00::1', 128)).toBeNull()
  expect(maskProblem('fd00::1', 129)).toBe('Max width for IPv6 is 128')
})

test('a block contains whole networks only', () => {
  const fixed = fixedRange(block('10.0.0.0', '10.0.1.127'))
  expect(blockContainsNetwork(fixed, '10.0.0.0/24')).toBe(true)
  expect(blockContainsNetwork(fixed, '10.0.1.0/25')).toBe(true)
  expect(blockContainsNetwork(fixed, '10.0.0.0/23')).toBe(false)
  expect(blockContainsNetwork(fixed, '10.0.2.0/32')).toBe(false)
})
