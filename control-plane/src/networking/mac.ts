import { macAddress, MAC_COUNT } from '@granary/domain/ip.ts'
import type { Context } from '../kit/context.ts'

/** A random address of the range that instances' interfaces come from; the database refuses a second use. */
export const randomMac = (context: Context): string => macAddress(Math.floor(context.services.random() * MAC_COUNT))
