import { rackAddressProblem, rackNetworkProblem } from '@granary/domain/ip-ranges.ts'
import { z } from 'zod'
import { checkedText, Name } from '../scalars.ts'

const U8 = 255
const U16 = 65_535
const U32 = 4_294_967_295

export const ip = checkedText(rackAddressProblem, 45).meta({ format: 'ip' })
export const network = checkedText(rackNetworkProblem, 64)
export const u8 = z.int().min(0).max(U8)
export const u16 = z.int().min(0).max(U16)
export const u32 = z.int().min(0).max(U32)
export const linkName = Name.meta({ description: 'Name of the link', examples: ['phy0'] })
export const vlanId = u16.nullish().meta({ description: 'VLAN; null for untagged frames' })
