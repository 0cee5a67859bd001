import { addressAt, fromFixedWidth, networkBounds, valueOfFixed } from '@granary/domain/ip.ts'

/** Returns the address that the network itself has in a subnet: the first one after the network's own, which no interface can have. */
export const gatewayAddress = (block: string): string =>
  fromFixedWidth(addressAt(valueOfFixed(networkBounds(block).first) + 1n))
