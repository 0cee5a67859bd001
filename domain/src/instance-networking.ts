import { type IpVersion, ipVersion, reservedAddressProblem, subnetContains } from './ip.ts'
import { MAX_EXTERNAL_IPS_PER_INSTANCE, MAX_NICS_PER_INSTANCE } from './sizes.ts'

/** Returns what is wrong with the network interfaces requested for a new instance, or null. */
export function interfacesProblem(interfaces: readonly { vpcName: string }[]): string | null {
  if (interfaces.length === 0) return 'at least one network interface must be given'
  if (interfaces.length > MAX_NICS_PER_INSTANCE)
    return `cannot attach more than ${MAX_NICS_PER_INSTANCE} network interfaces to instance`
  return new Set(interfaces.map(({ vpcName }) => vpcName)).size > 1
    ? 'networking may not span multiple VPCs'
    : null
}

/** Returns what is wrong with a number of ephemeral and floating IPs together, or null. */
export const externalIpCountProblem = (count: number): string | null =>
  count > MAX_EXTERNAL_IPS_PER_INSTANCE
    ? `an instance may not have more than ${MAX_EXTERNAL_IPS_PER_INSTANCE} external IP addresses`
    : null

/** Returns what is wrong with an external IP of one family, given the families of the primary interface, or null. */
export const externalIpFamilyProblem = (families: ReadonlySet<IpVersion>, family: IpVersion): string | null =>
  families.has(family)
    ? null
    : `an external IP${family} address needs a primary network interface with an IP${family} address`

/** Returns what is wrong with an address requested in a subnet's block, or null. Does not check whether it is free. */
export function requestedAddressProblem(block: string, address: string): string | null {
  if (ipVersion(address) !== ipVersion(block) || address.includes('/'))
    return `${address} is not an IP${ipVersion(block)} address`
  if (!subnetContains(block, address)) return `address ${address} is not in the subnet's block ${block}`
  return reservedAddressProblem(block, address)
}
