import type { ItemOf } from '@granary/contract/call.ts'
import { externalIpCountProblem, externalIpFamilyProblem } from '@granary/domain/instance-networking.ts'
import { type IpVersion, ipVersion } from '@granary/domain/ip.ts'
import { MAX_EXTERNAL_IPS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { ephemeralPools } from '../networking/stacks.ts'
import { familiesOf, type InstanceValues } from './values.ts'

type Pool = Pick<ItemOf<'ipPoolList'>, 'ipVersion' | 'poolType' | 'isDefault' | 'name'>
type FloatingIp = Pick<ItemOf<'floatingIpList'>, 'name' | 'ip' | 'instanceId'>

/** Returns why there can be no ephemeral address of a family, or null. */
export function ephemeralReason(
  families: ReadonlySet<IpVersion>,
  version: IpVersion,
  pools: readonly Pool[],
): string | null {
  if (!families.has(version))
    return `Add an IP${version} network interface to attach an ephemeral IP${version} address`
  return ephemeralPools(pools, [version]).length === 0
    ? `No IP${version} pools available for this instance's network interfaces`
    : null
}

/** Returns the default pool for ephemeral addresses of a family. */
export const defaultPool = (pools: readonly Pool[], version: IpVersion): string | null =>
  ephemeralPools(pools, [version]).find(({ isDefault }) => isDefault)?.name ?? null

/** The form values that restrict external addresses. */
export type AddressValues = Pick<
  InstanceValues,
  'networkMode' | 'defaultStack' | 'nics' | 'ephemeralV4' | 'ephemeralV6' | 'floatingIps'
>

const countOf = (values: AddressValues): number =>
  Number(values.ephemeralV4) + Number(values.ephemeralV6) + values.floatingIps.length

/** Returns the floating addresses to choose from: unattached, and of a family of the primary interface. */
export function freeFloatingIps<F extends FloatingIp>(floating: readonly F[], values: AddressValues): F[] {
  const families = familiesOf(values)
  const isChosen = (name: string) => values.floatingIps.some((one) => one.name === name)
  return floating.filter(
    ({ name, ip, instanceId }) => !instanceId && families.has(ipVersion(ip)!) && !isChosen(name),
  )
}

/** Returns why no floating address can be chosen, or null. @param free number of addresses to choose from. */
export function floatingReason(values: AddressValues, free: number): string | null {
  if (familiesOf(values).size === 0) return 'A network interface is required to attach a floating IP'
  if (countOf(values) >= MAX_EXTERNAL_IPS_PER_INSTANCE)
    return `An instance may have ${MAX_EXTERNAL_IPS_PER_INSTANCE} external IPs`
  return free === 0 ? 'No floating IPs available' : null
}

type Chosen = { name: string; ip: string }
/** The project's floating addresses now; undefined while loading. */
type There = readonly FloatingIp[] | undefined

/** Returns why a chosen floating address is no longer available, or null. */
export function floatingLoss(there: There, { name }: Chosen): string | null {
  if (!there) return null
  const now = there.find((one) => one.name === name)
  if (!now) return 'it no longer exists'
  return now.instanceId ? 'it is attached to another instance' : null
}

/** Returns what is wrong with a chosen floating address, after a change here or by another user, or null. */
export const floatingProblem = (values: AddressValues, there: There, one: Chosen): string | null =>
  floatingLoss(there, one) ?? externalIpFamilyProblem(familiesOf(values), ipVersion(one.ip)!)

/** Returns what is wrong with the chosen floating addresses, or null. */
export function floatingIpsProblem(values: AddressValues, there: There): string | null {
  const wrong = values.floatingIps.find((one) => floatingProblem(values, there, one))
  return wrong
    ? `${wrong.name}: ${floatingProblem(values, there, wrong)}`
    : externalIpCountProblem(countOf(values))
}
