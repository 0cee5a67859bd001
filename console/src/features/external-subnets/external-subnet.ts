import type { ItemOf } from '@granary/contract/call.ts'

export type ExternalSubnet = ItemOf<'externalSubnetList'>
