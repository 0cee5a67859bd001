import type { ItemOf } from '@granary/contract/call.ts'
import { imageList, imageView, snapshotList, snapshotView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'

type Disk = Pick<ItemOf<'diskList'>, 'imageId' | 'snapshotId'>

/**
 * What a disk was made from; `gone` when that was deleted since, `unknown` while it is looked for. An image is `hidden` from
 * whoever has no role in the silo when it is none of the project: it may be one of the silo, or gone.
 */
export type DiskOrigin =
  | { kind: 'none' }
  | { kind: 'image'; image: ItemOf<'imageList'> }
  | { kind: 'snapshot'; snapshot: ItemOf<'snapshotList'> }
  | { kind: 'gone'; what: 'Image' | 'Snapshot' }
  | { kind: 'hidden' }
  | { kind: 'unknown' }

/** Names are looked up in lists of so many; what is not among them is asked for by its id. */
const limit = 200

/** What a disk of a project was made from. All disks of a page share the lists in which it is looked for first. */
export function useSource({ imageId, snapshotId }: Disk, project: string): DiskOrigin {
  const image = useImage(snapshotId ? null : imageId, project)
  const snapshot = useSnapshot(snapshotId, project)
  if (snapshotId) {
    if (snapshot.found) return { kind: 'snapshot', snapshot: snapshot.found }
    return isAnswer(snapshot.error, 404) ? { kind: 'gone', what: 'Snapshot' } : { kind: 'unknown' }
  }
  if (!imageId) return { kind: 'none' }
  if (image.found) return { kind: 'image', image: image.found }
  if (!isAnswer(image.error, 404)) return { kind: 'unknown' }
  return image.isSiloHidden ? { kind: 'hidden' } : { kind: 'gone', what: 'Image' }
}

const isAnswer = (error: Error | null, status: number): boolean =>
  error instanceof ApiError && error.statusCode === status

function useImage(id: string | null, project: string) {
  const listed = { enabled: id !== null, throwOnError: false }
  const own = useQuery({ ...apiQuery(imageList, { query: { project, limit } }), ...listed })
  const silo = useQuery({ ...apiQuery(imageList, { query: { limit } }), ...listed })
  const among = [...(own.data?.items ?? []), ...(silo.data?.items ?? [])].find((one) => one.id === id)
  const single = useQuery({
    ...apiQuery(imageView, { path: { image: id ?? '' } }),
    enabled: id !== null && !own.isPending && !silo.isPending && !among,
    throwOnError: false,
  })
  return { found: among ?? single.data, error: single.error, isSiloHidden: isAnswer(silo.error, 403) }
}

function useSnapshot(id: string | null, project: string) {
  const list = useQuery({
    ...apiQuery(snapshotList, { query: { project, limit } }),
    enabled: id !== null,
    throwOnError: false,
  })
  const among = list.data?.items.find((one) => one.id === id)
  const single = useQuery({
    ...apiQuery(snapshotView, { path: { snapshot: id ?? '' } }),
    enabled: id !== null && !list.isPending && !among,
    throwOnError: false,
  })
  return { found: among ?? single.data, error: single.error }
}
