import { expect, test } from 'vitest'
import { defaultNetwork } from './default-network.tsx'

const named = (...names: string[]) => names.map((name) => ({ name }))

test.each([
  ['nothing is loaded', undefined, undefined, null, undefined],
  ['the subnets are not loaded', named('default'), undefined, null, undefined],
  ['all is there', named('prod', 'default'), named('default', 'more'), null, 'default'],
  ['the project has no VPC', [], undefined, 'vpc', 'none'],
  ['no VPC is called default', named('prod'), undefined, 'vpc', 'custom'],
  ['the only VPC has no subnet', named('default'), [], 'subnet', 'none'],
  ['the default VPC has no subnet, but there is another', named('default', 'prod'), [], 'subnet', 'custom'],
  ['no subnet is called default', named('default'), named('front'), 'subnet', 'custom'],
] as const)('when %s', (_, vpcs, subnets, lacks, mode) => {
  expect(defaultNetwork(vpcs, subnets)).toEqual({ vpcs, lacks, mode })
})
