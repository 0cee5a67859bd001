import type { CallOutput, ItemOf } from '@granary/contract/call.ts'
import { fromBase64 } from '@granary/domain/base64.ts'
import { numberedName } from '@granary/domain/names.ts'
import { GiB } from '@granary/domain/sizes.ts'
import type { DiskBody } from '../../../../kinds/disk/disk-values.ts'
import type { InterfaceBody } from '../../networking/interface-values.ts'
import { sizeValues } from '../like-values.ts'
import type { DefaultStack, ExtraDisk, InstanceValues } from '../values.ts'

type Body = CallOutput<'instanceTemplateView'>['body']

/** What the values of a template depend on. */
export type Surroundings = {
  /** The image of the boot disk; null if there is none, or it is gone or hidden. */
  image: { id: string; projectId: string | null } | null
  pools: readonly Pick<ItemOf<'ipPoolList'>, 'id' | 'name' | 'ipVersion'>[]
  /** Names of the project's disks. */
  disks: readonly string[]
}

/** Returns the values of the form for a template, and the parts of it that the form can't show or that are gone. */
export function valuesOfTemplate(
  body: Body,
  surroundings: Surroundings,
): { values: Partial<InstanceValues>; missing: string[] } {
  const boot = bootValues(body, surroundings)
  const addresses = addressValues(body, surroundings)
  return {
    values: {
      ...sizeValues(body),
      ...boot.values,
      disks: diskValues(body, surroundings),
      ...networkValues(body.networkInterfaces),
      ...addresses.values,
      floatingIps: [],
      groups: body.antiAffinityGroups,
      ...userDataValues(body.userData),
      start: body.start,
      cpuPlatform: body.cpuPlatform ?? 'any',
      autoRestart: body.autoRestartPolicy ?? 'default',
    },
    missing: [
      ...boot.missing,
      ...addresses.missing,
      ...(body.multicastGroups.length > 0 ? ['multicast groups'] : []),
      ...(body.enableJumboFrames ? ['jumbo frames'] : []),
    ],
  }
}

type Part = { values: Partial<InstanceValues>; missing: string[] }

function bootValues({ bootDisk }: Body, { image }: Surroundings): Part {
  // The form asks for one.
  if (bootDisk?.type !== 'create')
    return { values: { bootSource: 'disk', bootDisk: null }, missing: ['the boot disk'] }
  const { size, diskBackend } = bootDisk
  const common = { bootSize: size / GiB, bootName: '', readOnly: false }
  if (diskBackend.type === 'local') return { values: common, missing: ['the local boot disk'] }
  const { diskSource: source } = diskBackend
  switch (source.type) {
    case 'blank':
      return {
        values: { ...common, bootSource: 'blank', bootBlockSize: String(source.blockSize) },
        missing: [],
      }
    case 'snapshot':
      return {
        values: {
          ...common,
          readOnly: source.readOnly,
          bootSource: 'snapshot',
          bootSnapshot: source.snapshotId,
        },
        missing: [],
      }
    case 'image': {
      if (!image) return { values: common, missing: ['its image, which no longer exists'] }
      const isOfSilo = image.projectId === null
      const values = {
        ...common,
        readOnly: source.readOnly,
        bootSource: isOfSilo ? ('silo' as const) : ('project' as const),
        [isOfSilo ? 'siloImage' : 'projectImage']: image.id,
      }
      return { values, missing: [] }
    }
    default:
      return { values: common, missing: ['the source of the boot disk'] }
  }
}

function diskValues({ disks }: Body, { disks: taken }: Surroundings): ExtraDisk[] {
  const names = [...taken]
  return disks.flatMap((disk): ExtraDisk[] => {
    if (disk.type !== 'create') return []
    const { type: _type, name, ...rest } = disk
    const free = names.includes(name) ? numberedName(name, names) : name
    names.push(free)
    return [{ type: 'create', body: { ...rest, name: free } as DiskBody }]
  })
}

function networkValues(interfaces: Body['networkInterfaces']): Partial<InstanceValues> {
  if (interfaces.type === 'none') return { networkMode: 'none' }
  return interfaces.type === 'create'
    ? { networkMode: 'custom', nics: interfaces.params as InterfaceBody[] }
    : { networkMode: 'default', defaultStack: interfaces.type satisfies DefaultStack }
}

/** The form chooses the pool of an ephemeral address by its name. */
function addressValues({ externalIps }: Body, { pools }: Surroundings): Part {
  const values: Partial<InstanceValues> = { ephemeralV4: false, ephemeralV6: false }
  const missing: string[] = []
  for (const address of externalIps) {
    if (address.type !== 'ephemeral') continue
    const wanted = address.poolSelector.type === 'explicit' ? address.poolSelector.pool : null
    const pool = pools.find(({ id, name }) => name === wanted || id === wanted)
    if (!pool) missing.push(wanted === null ? 'an ephemeral IP' : `an ephemeral IP of the pool ${wanted}`)
    else if (pool.ipVersion === 'v4') Object.assign(values, { ephemeralV4: true, poolV4: pool.name })
    else Object.assign(values, { ephemeralV6: true, poolV6: pool.name })
  }
  return { values, missing }
}

/** User data that is no text is a file. */
function userDataValues(base64: string): Partial<InstanceValues> {
  const bytes = fromBase64(base64)
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\r')) return { userDataFrom: 'text', userDataText: text, userDataFile: null }
  } catch {
    // Packed data.
  }
  return {
    userDataFrom: 'file',
    userDataText: '',
    userDataFile: new File([bytes as Uint8Array<ArrayBuffer>], 'user-data'),
  }
}
