import type { ItemOf } from '@granary/contract/call.ts'
import { diskList, imageList, snapshotList } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { isUsableSource } from '@granary/domain/snapshot-states.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../api/errors.ts'
import { allQuery } from '../../api/queries.ts'

type ChosenImage = Pick<ItemOf<'imageList'>, 'id' | 'name' | 'os' | 'version' | 'size' | 'projectId'>

/** An image to be chosen: `debian / 13 / 2 GiB / Silo image` */
export const imageOption = ({ id, name, os, version, size, projectId }: ChosenImage) => ({
  value: id,
  label: name,
  description: [os, version, formatBytes(size), projectId ? 'Project image' : 'Silo image']
    .filter(Boolean)
    .join(' / '),
})

/** The images that a disk of a project can be made from: the project's own first. Those that failed are not among them. */
export function useImages(project: string) {
  const quiet = { throwOnError: false }
  const own = useQuery({ ...allQuery(imageList, { query: { project } }), ...quiet }).data
  const { data: silo, error } = useQuery({ ...allQuery(imageList, {}), ...quiet })
  // Whoever has a role in the project only may not see those of the silo, and does without them.
  const isRefused = error instanceof ApiError && error.statusCode === 403
  return useMemo(() => {
    const ofSilo = isRefused ? [] : silo
    return own && ofSilo && [...own, ...ofSilo].filter((one) => isUsableSource(one.state))
  }, [own, silo, isRefused])
}

/** The snapshots that a disk of a project can be made from, each with the name of its disk, if that is still there. */
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

/** A snapshot to be chosen: `Created on Nov 3, 2026 from data / 2 GiB` */
export const snapshotOption = ({ id, name, timeCreated, size, diskName }: ChosenSnapshot) => {
  const date = timeCreated.toLocaleDateString(undefined, { dateStyle: 'medium' })
  return {
    value: id,
    label: name,
    description: `Created on ${date}${diskName ? ` from ${diskName}` : ''} / ${formatBytes(size)}`,
  }
}
