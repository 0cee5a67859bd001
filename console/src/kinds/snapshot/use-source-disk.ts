import { diskList, diskView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'

export type SourceDiskProps = { id: string; project: string }

/** Names are looked up in a list of so many; what is not among them is asked for by its id. */
const limit = 200

/** The disk that a snapshot was made of, or why it cannot be shown. */
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
