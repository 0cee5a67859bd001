import { instanceDiskList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { type DiskOrigin, useSource } from '../../kinds/disk/use-source.ts'
import { type Instance, useInstancePath } from './use-instance.ts'

const NO_SOURCE = { imageId: null, snapshotId: null }

/** Returns the image or the snapshot that the instance's boot disk was created from. */
export function useBootSource({ bootDiskId }: Instance): DiskOrigin {
  const { project, instance } = useInstancePath()
  const { data } = useQuery({
    ...apiQuery(instanceDiskList, { path: { instance }, query: { project } }),
    throwOnError: false,
  })
  return useSource(data?.items.find(({ id }) => id === bootDiskId) ?? NO_SOURCE, project)
}
