import { diskList, diskView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'

export type SourceDiskProps = { id: string; project: string }

/** Names come from a list of this size. Other disks are requested by id. */
const limit = 200

/** Returns the disk of a snapshot, or the error of loading it. */
export function useSourceDisk({ id, project }: SourceDiskProps) {
  const list = useQuery({ ...apiQuery(diskList, { query: { project, limit } }), throwOnError: false })
  const among = list.data?.items.find((one) => one.id === id)
  const single = useQuery({
    ...apiQuery(diskView, { path: { disk: id } }),
    enabled: !list.isPending && !among,
    throwOnError: false,
  })
  return { disk: among ?? single.data, error: single.error }
}
