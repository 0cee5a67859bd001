import type { CallInput } from '@granary/contract/call.ts'
import type { IpVersion } from '@granary/domain/ip.ts'
import { type Amounts, GiB } from '@granary/domain/sizes.ts'
import type { DiskBody } from '../../../kinds/disk/disk-values.ts'
import type { InterfaceBody } from '../networking/interface-values.ts'
import type { PlatformChoice } from '../cpu-platforms.ts'

type Body = CallInput<'instanceCreate'>['body']

/** An additional disk: created with the instance, or an existing one. Sizes in bytes. */
export type ExtraDisk =
  | { type: 'create'; body: DiskBody }
  | { type: 'attach'; name: string; size: number; diskType: 'distributed' | 'local' }
export type BootSource = 'silo' | 'project' | 'snapshot' | 'disk' | 'blank'
export type NetworkMode = 'default' | 'custom' | 'none'
export type DefaultStack = 'default_dual_stack' | 'default_ipv4' | 'default_ipv6'

/** Values of the form. Hidden parts keep their values. */
export type InstanceValues = {
  name: string
  description: string
  tags: string
  start: boolean
  presetTab: 'general' | 'cpu' | 'memory' | 'custom'
  /** vCPUs and GiB, such as `2/8`. */
  preset: string
  customCpus: number | null
  customMemory: number | null
  bootSource: BootSource
  siloImage: string | null
  projectImage: string | null
  bootSnapshot: string | null
  /** The name of an existing disk. */
  bootDisk: string | null
  /** In GiB. */
  bootSize: number | null
  bootName: string
  /** Block size of a blank disk, in bytes. */
  bootBlockSize: string
  readOnly: boolean
  disks: ExtraDisk[]
  sshKeys: string[]
  networkMode: NetworkMode
  defaultStack: DefaultStack
  /** The first interface becomes primary. */
  nics: InterfaceBody[]
  ephemeralV4: boolean
  poolV4: string | null
  ephemeralV6: boolean
  poolV6: string | null
  floatingIps: { name: string; ip: string }[]
  userDataFrom: 'text' | 'file'
  userDataText: string
  userDataFile: File | null
  /** Ids. */
  groups: string[]
  cpuPlatform: PlatformChoice
  autoRestart: 'default' | NonNullable<Body['autoRestartPolicy']>
}

export const initialValues: InstanceValues = {
  name: '',
  description: '',
  tags: '',
  start: true,
  presetTab: 'general',
  preset: '2/8',
  customCpus: 2,
  customMemory: 8,
  bootSource: 'silo',
  siloImage: null,
  projectImage: null,
  bootSnapshot: null,
  bootDisk: null,
  bootSize: 10,
  bootName: '',
  bootBlockSize: '512',
  readOnly: false,
  disks: [],
  sshKeys: [],
  networkMode: 'default',
  defaultStack: 'default_dual_stack',
  nics: [],
  ephemeralV4: false,
  poolV4: null,
  ephemeralV6: false,
  poolV6: null,
  floatingIps: [],
  userDataFrom: 'text',
  userDataText: '',
  userDataFile: null,
  groups: [],
  cpuPlatform: 'any',
  autoRestart: 'default',
}

/** The fields of the boot disk. A change of any of them stops the choice of its defaults. */
export const BOOT_FIELDS = [
  'bootSource',
  'siloImage',
  'projectImage',
  'bootSnapshot',
  'bootDisk',
  'bootSize',
  'bootName',
  'bootBlockSize',
  'readOnly',
] as const satisfies (keyof InstanceValues)[]

const FAMILIES: Record<string, readonly IpVersion[]> = {
  default_dual_stack: ['v4', 'v6'],
  dual_stack: ['v4', 'v6'],
  default_ipv4: ['v4'],
  v4: ['v4'],
  default_ipv6: ['v6'],
  v6: ['v6'],
}

/** Returns the families of the primary interface, which external addresses must match. */
export function familiesOf({
  networkMode,
  defaultStack,
  nics,
}: Pick<InstanceValues, 'networkMode' | 'defaultStack' | 'nics'>): ReadonlySet<IpVersion> {
  if (networkMode === 'default') return new Set(FAMILIES[defaultStack])
  const stack = networkMode === 'custom' && nics[0] ? (nics[0].ipConfig?.type ?? 'dual_stack') : null
  return new Set(stack ? FAMILIES[stack] : [])
}

/** Returns vCPUs and GiB of memory, from the preset or the custom fields. */
export function sizeOf({
  presetTab,
  preset,
  customCpus,
  customMemory,
}: Pick<InstanceValues, 'presetTab' | 'preset' | 'customCpus' | 'customMemory'>): {
  ncpus: number
  memoryGib: number
} {
  if (presetTab === 'custom') return { ncpus: customCpus ?? 0, memoryGib: customMemory ?? 0 }
  const [ncpus, memoryGib] = preset.split('/').map(Number) as [number, number]
  return { ncpus, memoryGib }
}

export const nameOfDisk = (disk: ExtraDisk): string => (disk.type === 'create' ? disk.body.name : disk.name)
export const sizeOfDisk = (disk: ExtraDisk): number => (disk.type === 'create' ? disk.body.size : disk.size)

/** Returns the storage of all new disks, in bytes. */
export function newStorageOf({
  bootSource,
  bootSize,
  disks,
}: Pick<InstanceValues, 'bootSource' | 'bootSize' | 'disks'>): Amounts['storage'] {
  const boot = bootSource === 'disk' ? 0 : (bootSize ?? 0) * GiB
  return disks.filter(({ type }) => type === 'create').reduce((sum, disk) => sum + sizeOfDisk(disk), boot)
}
