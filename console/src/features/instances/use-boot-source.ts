import { useQuery } from '@tanstack/react-query'
import { type DiskOrigin, useSource } from '../../kinds/disk/use-source.ts'
import { disksOf } from './parts.ts'
import { type Instance, useInstancePath } from './use-instance.ts'

const NO_SOURCE = { imageId: null, snapshotId: null }

/** Returns the image or the snapshot that the instance's boot disk was created from. */
export function useBootSource({ bootDiskId }: Instance): DiskOrigin {
  const path = useInstancePath()
  const { data, error } = useQuery({
    ...disksOf(path),
    throwOnError: false,
  })
  const source = useSource(data?.items.find(({ id }) => id === bootDiskId) ?? NO_SOURCE, path.project)
  return error && !data && bootDiskId ? { kind: 'failed', error } : source
}
