import type { CallInput } from '@granary/contract/call.ts'
import { generateName } from '@granary/domain/names.ts'
import { GiB } from '@granary/domain/sizes.ts'
import type { DiskBody } from '../../disks/disk-values.ts'
import type { PresetTab } from './presets.ts'

/** A further disk of the new instance: one that is made with it, or one that is there. */
export type ExtraDisk = { type: 'create'; body: DiskBody } | { type: 'attach'; name: string }
export type BootSource = 'silo' | 'project' | 'blank' | 'disk'
export type NetworkChoice = 'default_dual_stack' | 'default_ipv4' | 'default_ipv6' | 'none'

/** What the form holds; each part that is hidden for a moment keeps what was chosen in it. */
export type InstanceValues = {
  name: string
  description: string
  start: boolean
  presetTab: PresetTab
  /** `2/8`: vCPUs and GiB. */
  preset: string
  customCpus: number | null
  customMemory: number | null
  bootSource: BootSource
  siloImage: string | null
  projectImage: string | null
  bootDisk: string | null
  bootSize: number | null
  bootName: string
  readOnly: boolean
  disks: ExtraDisk[]
  sshKeys: string[]
  network: NetworkChoice
  ephemeralV4: boolean
  poolV4: string | null
  ephemeralV6: boolean
  poolV6: string | null
  userData: File | null
}

export const initialValues: InstanceValues = {
  name: '',
  description: '',
  start: true,
  presetTab: 'general',
  preset: '2/8',
  customCpus: 2,
  customMemory: 8,
  bootSource: 'silo',
  siloImage: null,
  projectImage: null,
  bootDisk: null,
  bootSize: 10,
  bootName: '',
  readOnly: false,
  disks: [],
  sshKeys: [],
  network: 'default_dual_stack',
  ephemeralV4: false,
  poolV4: null,
  ephemeralV6: false,
  poolV6: null,
  userData: null,
}

type Body = CallInput<'instanceCreate'>['body']
type Attachment = NonNullable<Body['bootDisk']>

/** Which address families an instance of a networking choice has. */
export const familiesOf = (network: NetworkChoice): { v4: boolean; v6: boolean } => ({
  v4: network === 'default_dual_stack' || network === 'default_ipv4',
  v6: network === 'default_dual_stack' || network === 'default_ipv6',
})

/** vCPUs and GiB of memory, from the preset or as typed. */
export function sizeOf({ presetTab, preset, customCpus, customMemory }: InstanceValues): {
  ncpus: number
  memoryGib: number
} {
  if (presetTab === 'custom') return { ncpus: customCpus ?? 0, memoryGib: customMemory ?? 0 }
  const [ncpus, memoryGib] = preset.split('/').map(Number) as [number, number]
  return { ncpus, memoryGib }
}

/**
 * The request that a form stands for.
 * @param imageName the name of the chosen image, for naming the boot disk when no name was given.
 * @param userData base64.
 */
export function bodyOf(values: InstanceValues, imageName: string | undefined, userData: string): Body {
  const { ncpus, memoryGib } = sizeOf(values)
  const families = familiesOf(values.network)
  const ephemeral = (wanted: boolean, pool: string | null) =>
    wanted && pool ? [{ type: 'ephemeral' as const, poolSelector: { type: 'explicit' as const, pool } }] : []
  return {
    name: values.name,
    hostname: values.name,
    description: values.description,
    ncpus,
    memory: memoryGib * GiB,
    start: values.start,
    bootDisk: bootDiskOf(values, imageName),
    disks: values.disks.map((disk): Attachment =>
      disk.type === 'attach' ? disk : { type: 'create', ...disk.body },
    ),
    networkInterfaces: { type: values.network },
    externalIps: [
      ...ephemeral(families.v4 && values.ephemeralV4, values.poolV4),
      ...ephemeral(families.v6 && values.ephemeralV6, values.poolV6),
    ],
    sshPublicKeys: values.sshKeys,
    userData,
  }
}

function bootDiskOf(values: InstanceValues, imageName: string | undefined): Attachment {
  if (values.bootSource === 'disk') return { type: 'attach', name: values.bootDisk! }
  const imageId = values.bootSource === 'silo' ? values.siloImage : values.projectImage
  const diskSource =
    values.bootSource === 'blank'
      ? { type: 'blank' as const, blockSize: 512 as const }
      : { type: 'image' as const, imageId: imageId!, readOnly: values.readOnly }
  return {
    type: 'create',
    name: values.bootName || generateName([values.name, imageName ?? 'boot']),
    description: `Created as a boot disk for ${values.name}`,
    size: values.bootSize! * GiB,
    diskBackend: { type: 'distributed', diskSource },
  }
}
