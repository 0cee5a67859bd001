import type { CallOutput, ItemOf } from '@granary/contract/call.ts'
import { type IpVersion, ipVersion } from '@granary/domain/ip.ts'
import { MAX_EXTERNAL_IPS_PER_INSTANCE } from '@granary/domain/sizes.ts'

export type Nic = ItemOf<'instanceNetworkInterfaceList'>
export type ExternalIp = ItemOf<'instanceExternalIpList'>
type Pool = Pick<CallOutput<'ipPoolView'>, 'ipVersion' | 'poolType' | 'isDefault' | 'name'>
type Stack = { version: IpVersion; ip: string; transitIps: string[] }

/** Returns the families of an interface, v4 first. */
export const stacksOf = ({ ipStack }: Pick<Nic, 'ipStack'>): Stack[] =>
  ipStack.type === 'dual_stack'
    ? [
        { version: 'v4', ...ipStack.value.v4 },
        { version: 'v6', ...ipStack.value.v6 },
      ]
    : [{ version: ipStack.type, ...ipStack.value }]

/** Returns the families that external addresses may have: those of the primary interface. */
export function compatibleVersions(nics: readonly Nic[]): IpVersion[] {
  const primary = nics.find((nic) => nic.primary)
  return primary ? stacksOf(primary).map(({ version }) => version) : []
}

/** Returns the families without an ephemeral address. */
export const openVersions = (nics: readonly Nic[], ips: readonly ExternalIp[]): IpVersion[] =>
  compatibleVersions(nics).filter(
    (version) => !ips.some(({ kind, ip }) => kind === 'ephemeral' && ipVersion(ip) === version),
  )

/** Returns the pools for ephemeral addresses, default pools first. */
export const ephemeralPools = <P extends Pool>(pools: readonly P[], versions: readonly IpVersion[]): P[] =>
  pools
    .filter((pool) => pool.poolType === 'unicast' && versions.includes(pool.ipVersion))
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.name.localeCompare(b.name))

const LIMIT_REACHED = `The instance has the maximum number of external IPs (${MAX_EXTERNAL_IPS_PER_INSTANCE})`
const isFull = (ips: readonly ExternalIp[]): boolean =>
  ips.filter(({ kind }) => kind !== 'snat').length >= MAX_EXTERNAL_IPS_PER_INSTANCE

/** Returns why no ephemeral address can be attached, or null. */
export function ephemeralReason(
  nics: readonly Nic[],
  ips: readonly ExternalIp[],
  pools: readonly Pool[],
): string | null {
  if (nics.length === 0) return 'Instance has no network interfaces'
  const open = openVersions(nics, ips)
  if (open.length === 0)
    return compatibleVersions(nics).length > 1
      ? 'Instance already has v4 and v6 ephemeral IPs'
      : 'Instance already has an ephemeral IP'
  if (isFull(ips)) return LIMIT_REACHED
  return ephemeralPools(pools, open).length === 0
    ? `No ${open.join(' or ')} pools available for ephemeral IPs`
    : null
}

/** Returns the floating addresses that can be attached: unattached, and of a family of the primary interface. */
export const freeFloatingIps = <F extends { ip: string; instanceId: string | null }>(
  floating: readonly F[],
  nics: readonly Nic[],
): F[] => {
  const versions = compatibleVersions(nics)
  return floating.filter(({ ip, instanceId }) => !instanceId && versions.includes(ipVersion(ip)!))
}

/** Returns the external subnets that can be attached: unattached, and of a family of the primary interface. */
export const freeSubnets = <S extends { subnet: string; instanceId: string | null }>(
  subnets: readonly S[],
  nics: readonly Nic[],
): S[] => {
  const versions = compatibleVersions(nics)
  return subnets.filter(({ subnet, instanceId }) => !instanceId && versions.includes(ipVersion(subnet)!))
}

/** Returns why no floating address can be attached, or null. @param free number of addresses to choose from. */
export const floatingReason = (ips: readonly ExternalIp[], free: number): string | null =>
  isFull(ips) ? LIMIT_REACHED : free === 0 ? 'No available floating IPs' : null
