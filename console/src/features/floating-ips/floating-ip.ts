import type { ItemOf } from '@granary/contract/call.ts'

export type FloatingIp = ItemOf<'floatingIpList'>
