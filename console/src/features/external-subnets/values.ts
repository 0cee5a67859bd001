import type { CallInput } from '@granary/contract/call.ts'

/** Values of the form that creates an external subnet. */
export type Values = {
  name: string
  description: string
  tags: string
  allocation: 'auto' | 'explicit'
  pool: string | null
  prefixLength: number | null
  subnet: string
}

export const DEFAULTS: Values = {
  name: '',
  description: '',
  tags: '',
  allocation: 'auto',
  pool: null,
  prefixLength: 24,
  subnet: '',
}

type Allocator = CallInput<'externalSubnetCreate'>['body']['allocator']

/** Returns the request's allocator of valid values. */
export const allocatorOf = ({ allocation, pool, prefixLength, subnet }: Values): Allocator =>
  allocation === 'explicit'
    ? { type: 'explicit', subnet: subnet.trim() }
    : { type: 'auto', prefixLength: prefixLength!, poolSelector: { type: 'explicit', pool: pool! } }
