import type { ItemOf } from '@granary/contract/call.ts'
import { externalIpCountProblem, externalIpFamilyProblem } from '@granary/domain/instance-networking.ts'
import { type IpVersion, ipVersion } from '@granary/domain/ip.ts'
import {
  GiB,
  KiB,
  MAX_DISK_SIZE,
  MAX_DISKS_PER_INSTANCE,
  MAX_EXTERNAL_IPS_PER_INSTANCE,
  MAX_USER_DATA,
} from '@granary/domain/sizes.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import { userDataSizeProblem } from '@granary/domain/user-data.ts'
import { leastGib } from '../../../kinds/disk/source-size.ts'
import { capitalize } from '../../../api/errors.ts'
import { ephemeralPools } from '../networking/stacks.ts'
import { familiesOf, type InstanceValues, nameOfDisk } from './values.ts'

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

export const MAX_BOOT_GIB = MAX_DISK_SIZE / GiB

/** The source of a boot disk; the size in bytes. */
export type Source = { kind: 'image' | 'snapshot'; name: string; size: number }

/** Returns what is wrong with the size of a boot disk in GiB, or null. */
export function bootSizeProblem(
  gib: number | null,
  source: Source | undefined,
  readOnly: boolean,
): string | null {
  if (gib === null) return 'Disk size is required'
  const least = leastGib(source)
  if (gib < least)
    return source ? `Must be at least ${least} GiB, the size of the ${source.kind}` : 'Must be at least 1 GiB'
  if (gib > MAX_BOOT_GIB) return `Can be at most ${MAX_BOOT_GIB} GiB`
  return source && readOnly && gib !== least
    ? `A read-only disk is exactly as large as the selected ${source.kind} (${least} GiB)`
    : null
}

/** Returns what is wrong with the additional disks, given the boot disk, which may have changed later; or null. */
export function disksProblem({
  disks,
  bootSource,
  bootDisk,
  bootName,
}: Pick<InstanceValues, 'disks' | 'bootSource' | 'bootDisk' | 'bootName'>): string | null {
  if (disks.length + 1 > MAX_DISKS_PER_INSTANCE)
    return `Cannot attach more than ${MAX_DISKS_PER_INSTANCE} disks to instance`
  const boot = bootSource === 'disk' ? bootDisk : bootName
  return boot && disks.some((disk) => nameOfDisk(disk) === boot) ? `${boot} is the boot disk already` : null
}

export type UserData = Pick<InstanceValues, 'userDataFrom' | 'userDataText' | 'userDataFile'>

/** Returns the size in bytes as the server counts it: text in UTF-8, a file as it is. */
export const userDataBytes = ({ userDataFrom, userDataText, userDataFile }: UserData): number =>
  userDataFrom === 'text' ? new TextEncoder().encode(userDataText).length : (userDataFile?.size ?? 0)

/** Returns what is wrong with the selected user data, or null. */
export function userDataProblem(values: UserData): string | null {
  const problem = userDataSizeProblem(userDataBytes(values))
  return problem && capitalize(problem)
}

/** `1,204 of 32,768 bytes (32 KiB)` */
export const userDataUse = (values: UserData): string =>
  `${fullNumber(userDataBytes(values))} of ${fullNumber(MAX_USER_DATA)} bytes (${MAX_USER_DATA / KiB} KiB)`
