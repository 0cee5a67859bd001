import type { ItemOf } from '@granary/contract/call.ts'
import { diskList, imageList, snapshotList } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { isUsableSource } from '@granary/domain/snapshot-states.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../api/errors.ts'
import { allQuery } from '../../api/queries.ts'

type ChosenImage = Pick<ItemOf<'imageList'>, 'id' | 'name' | 'os' | 'version' | 'size' | 'projectId'>

/** Describes an image in a picker: `debian / 13 / 2 GiB / Silo image` */
export const imageOption = ({ id, name, os, version, size, projectId }: ChosenImage) => ({
  value: id,
  label: name,
  description: [os, version, formatBytes(size), projectId ? 'Project image' : 'Silo image']
    .filter(Boolean)
    .join(' / '),
})

/** Returns the images that a project's disk can be created from, the project's own first, without failed ones. */
export function useImages(project: string) {
  const quiet = { throwOnError: false }
  const own = useQuery({ ...allQuery(imageList, { query: { project } }), ...quiet }).data
  const { data: silo, error } = useQuery({ ...allQuery(imageList, {}), ...quiet })
  // Users with a project role only can't see silo images. The picker then omits them.
  const isRefused = error instanceof ApiError && error.statusCode === 403
  return useMemo(() => {
    const ofSilo = isRefused ? [] : silo
    return own && ofSilo && [...own, ...ofSilo].filter((one) => isUsableSource(one.state ?? 'ready'))
  }, [own, silo, isRefused])
}

/** Returns the snapshots that a project's disk can be created from, each with the name of its disk unless deleted. */
export function useSnapshots(project: string) {
  const quiet = { throwOnError: false }
  const list = useQuery({ ...allQuery(snapshotList, { query: { project } }), ...quiet }).data
  const disks = useQuery({ ...allQuery(diskList, { query: { project } }), ...quiet }).data
  return useMemo(() => {
    const names = new Map(disks?.map(({ id, name }) => [id, name]))
    return list
      ?.filter((one) => isUsableSource(one.state))
      .map((one) => ({ ...one, diskName: names.get(one.diskId) }))
  }, [list, disks])
}

type ChosenSnapshot = Pick<ItemOf<'snapshotList'>, 'id' | 'name' | 'timeCreated' | 'size'> & {
  diskName?: string | undefined
}

/** Describes a snapshot in a picker: `Created on Nov 3, 2026 from data / 2 GiB` */
export const snapshotOption = ({ id, name, timeCreated, size, diskName }: ChosenSnapshot) => {
  const date = timeCreated.toLocaleDateString(undefined, { dateStyle: 'medium' })
  return {
    value: id,
    label: name,
    description: `Created on ${date}${diskName ? ` from ${diskName}` : ''} / ${formatBytes(size)}`,
  }
}
