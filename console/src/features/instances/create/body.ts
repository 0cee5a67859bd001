import type { CallInput } from '@granary/contract/call.ts'
import { generateName } from '@granary/domain/names.ts'
import { type BlockSize, GiB } from '@granary/domain/sizes.ts'
import type { FieldsByPath, FieldsOfBody } from '../../../app/kit/forms/field-problems.ts'
import { newTags } from '../../../kinds/tags/tag-text.ts'
import type { UserData } from './rules.ts'
import { type BootSource, familiesOf, type InstanceValues, sizeOf } from './values.ts'

type Body = CallInput<'instanceCreate'>['body']
type Attachment = NonNullable<Body['bootDisk']>

/**
 * Returns the request body of the form.
 * @param sourceName name of the chosen image or snapshot, from which an unnamed boot disk gets its name.
 * @param userData in base64.
 */
export function bodyOf(values: InstanceValues, sourceName: string | undefined, userData: string): Body {
  const { ncpus, memoryGib } = sizeOf(values)
  const { autoRestart, cpuPlatform } = values
  return {
    name: values.name,
    hostname: values.name,
    description: values.description,
    tags: newTags(values.tags),
    ncpus,
    memory: memoryGib * GiB,
    start: values.start,
    bootDisk: bootDiskOf(values, sourceName),
    disks: values.disks.map((disk): Attachment =>
      disk.type === 'attach' ? { type: 'attach', name: disk.name } : { type: 'create', ...disk.body },
    ),
    networkInterfaces: interfacesOf(values),
    externalIps: externalIpsOf(values),
    sshPublicKeys: values.sshKeys,
    antiAffinityGroups: values.groups,
    userData,
    ...(cpuPlatform !== 'any' && { cpuPlatform }),
    ...(autoRestart !== 'default' && { autoRestartPolicy: autoRestart }),
  }
}

function interfacesOf({ networkMode, defaultStack, nics }: InstanceValues): Body['networkInterfaces'] {
  if (networkMode === 'none') return { type: 'none' }
  return networkMode === 'default' ? { type: defaultStack } : { type: 'create', params: nics }
}

/** Returns ephemeral addresses, each with its pool, then floating ones by name. */
function externalIpsOf(values: InstanceValues): NonNullable<Body['externalIps']> {
  const families = familiesOf(values)
  const ephemeral = (wanted: boolean, pool: string | null) =>
    wanted && pool ? [{ type: 'ephemeral' as const, poolSelector: { type: 'explicit' as const, pool } }] : []
  return [
    ...ephemeral(families.has('v4') && values.ephemeralV4, values.poolV4),
    ...ephemeral(families.has('v6') && values.ephemeralV6, values.poolV6),
    ...values.floatingIps.map(({ name }) => ({ type: 'floating' as const, floatingIp: name })),
  ]
}

function bootDiskOf(values: InstanceValues, sourceName: string | undefined): Attachment {
  if (values.bootSource === 'disk') return { type: 'attach', name: values.bootDisk! }
  return {
    type: 'create',
    name: values.bootName || generateName([values.name, sourceName ?? 'boot']),
    description: `Created as a boot disk for ${values.name}`,
    size: values.bootSize! * GiB,
    diskBackend: { type: 'distributed', diskSource: diskSourceOf(values) },
  }
}

function diskSourceOf(values: InstanceValues) {
  const { readOnly } = values
  switch (values.bootSource) {
    case 'snapshot':
      return { type: 'snapshot' as const, snapshotId: values.bootSnapshot!, readOnly }
    case 'blank':
      return {
        type: 'blank' as const,
        blockSize: Number(values.bootBlockSize) as BlockSize,
      }
    default:
      return {
        type: 'image' as const,
        imageId: (values.bootSource === 'silo' ? values.siloImage : values.projectImage)!,
        readOnly,
      }
  }
}

/** The field of what the boot disk is made from. */
export const SOURCE = {
  silo: 'siloImage',
  project: 'projectImage',
  snapshot: 'bootSnapshot',
  disk: 'bootDisk',
  blank: 'bootBlockSize',
} as const satisfies Record<BootSource, keyof InstanceValues>

/** Maps paths of the request to fields of the form. Hidden parts are not sent. */
export function fieldsOf({
  presetTab,
  bootSource,
  networkMode,
  userDataFrom,
}: InstanceValues): FieldsByPath<InstanceValues> {
  const isCustom = presetTab === 'custom'
  return {
    hostname: 'name',
    ncpus: isCustom ? 'customCpus' : 'preset',
    memory: isCustom ? 'customMemory' : 'preset',
    bootDisk: SOURCE[bootSource],
    'bootDisk.name': bootSource === 'disk' ? 'bootDisk' : 'bootName',
    'bootDisk.size': 'bootSize',
    networkInterfaces: networkMode === 'custom' ? 'nics' : 'defaultStack',
    sshPublicKeys: 'sshKeys',
    antiAffinityGroups: 'groups',
    userData: userDataFrom === 'file' ? 'userDataFile' : 'userDataText',
    autoRestartPolicy: 'autoRestart',
  } satisfies FieldsOfBody<'instanceCreate', InstanceValues>
}

/** Returns the selected user data in base64. */
export async function encodeUserData({
  userDataFrom,
  userDataText,
  userDataFile,
}: UserData): Promise<string> {
  const bytes =
    userDataFrom === 'text'
      ? new TextEncoder().encode(userDataText)
      : new Uint8Array((await userDataFile?.arrayBuffer()) ?? [])
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
