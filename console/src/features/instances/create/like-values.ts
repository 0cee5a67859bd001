import type { CallOutput, ItemOf } from '@granary/contract/call.ts'
import { MACHINE_SIZES } from '@granary/domain/machine-sizes.ts'
import { numberedName } from '@granary/domain/names.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { bodyOf, likeDisk } from '../../../kinds/disk/disk-values.ts'
import { textOfTags } from '../../../kinds/tags/tag-text.ts'
import { interfaceBodyOf } from '../networking/interface-values.ts'
import type { InstanceValues } from './values.ts'

type Disk = ItemOf<'instanceDiskList'>
type Nic = ItemOf<'instanceNetworkInterfaceList'>

/** An instance with all that a new one like it gets. */
export type Original = {
  instance: CallOutput<'instanceView'>
  disks: readonly Disk[]
  nics: readonly Nic[]
  /** IDs of its anti-affinity groups. */
  groups: string[]
  /** The image of its boot disk; null if it has none, or the image is gone. */
  image: { id: string; projectId: string | null } | null
  /** Names of a VPC and a subnet by the ID of the subnet. */
  places: ReadonlyMap<string, { vpc: string; subnet: string }>
  /** Names that are taken in the project. */
  taken: { instances: readonly string[]; disks: readonly string[] }
}

/**
 * Returns the values of the form for an instance like another one. New disks have the same sources, and interfaces the same
 * subnets; addresses, keys and user data stay those of a new form.
 */
export function likeValues(original: Original): Partial<InstanceValues> {
  const { instance, disks, taken, groups } = original
  const names = [...taken.disks]
  const others = disks
    .filter(({ id }) => id !== instance.bootDiskId)
    .map((disk) => {
      const name = numberedName(disk.name, names)
      names.push(name)
      return { type: 'create' as const, body: bodyOf(likeDisk(disk, name)) }
    })
  return {
    name: numberedName(instance.name, taken.instances),
    description: instance.description,
    tags: textOfTags(instance.tags ?? []),
    ...sizeValues(instance),
    ...bootValues(original),
    disks: others,
    ...networkValues(original),
    groups,
    cpuPlatform: instance.cpuPlatform ?? 'any',
    autoRestart: instance.autoRestartPolicy ?? 'default',
  }
}

/** Returns the values for a size: a preset that has it, or the custom fields. */
export function sizeValues({
  ncpus,
  memory,
}: Pick<Original['instance'], 'ncpus' | 'memory'>): Partial<InstanceValues> {
  const gib = memory / GiB
  for (const presetTab of ['general', 'cpu', 'memory'] as const)
    if (MACHINE_SIZES[presetTab].some(([cpus, size]) => cpus === ncpus && size === gib))
      return { presetTab, preset: `${ncpus}/${gib}` }
  return { presetTab: 'custom', customCpus: ncpus, customMemory: gib }
}

function bootValues({ instance, disks, image }: Original): Partial<InstanceValues> {
  const boot = disks.find(({ id }) => id === instance.bootDiskId)
  // The form asks for one.
  if (!boot) return { bootSource: 'disk', bootDisk: null }
  const { size, blockSize, readOnly, snapshotId } = boot
  const common = { bootSize: size / GiB, readOnly }
  if (image)
    return image.projectId === null
      ? { ...common, bootSource: 'silo', siloImage: image.id }
      : { ...common, bootSource: 'project', projectImage: image.id }
  if (snapshotId) return { ...common, bootSource: 'snapshot', bootSnapshot: snapshotId }
  return { ...common, readOnly: false, bootSource: 'blank', bootBlockSize: String(blockSize) }
}

const STACKS = { dual_stack: 'default_dual_stack', v4: 'default_ipv4', v6: 'default_ipv6' } as const

function networkValues({ nics, places }: Original): Partial<InstanceValues> {
  const bodies = nics
    .toSorted((one, other) => Number(other.primary) - Number(one.primary))
    .flatMap(({ name, description, subnetId, ipStack }) => {
      const place = places.get(subnetId)
      return place
        ? [interfaceBodyOf({ name, description, ...place, stack: ipStack.type, v4: '', v6: '' })]
        : []
    })
  const [first, ...more] = bodies
  if (!first) return { networkMode: 'none' }
  const [nic] = nics
  if (more.length === 0 && nic && first.vpcName === 'default' && first.subnetName === 'default')
    return { networkMode: 'default', defaultStack: STACKS[nic.ipStack.type] }
  return { networkMode: 'custom', nics: bodies }
}
