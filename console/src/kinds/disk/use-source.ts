import type { ItemOf } from '@granary/contract/call.ts'
import { imageList, imageView, snapshotList, snapshotView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'

type Disk = Pick<ItemOf<'diskList'>, 'imageId' | 'snapshotId'>

/**
 * The source of a disk: `gone` if it is deleted, `unknown` while loading, `failed` if it could not be loaded. An image outside the project is `hidden` from
 * callers without a silo role, because it may be a silo image or deleted.
 */
export type DiskOrigin =
  | { kind: 'none' }
  | { kind: 'image'; image: ItemOf<'imageList'> }
  | { kind: 'snapshot'; snapshot: ItemOf<'snapshotList'> }
  | { kind: 'gone'; what: 'Image' | 'Snapshot' }
  | { kind: 'hidden' }
  | { kind: 'unknown' }
  | { kind: 'failed'; error: Error }

/** Names come from lists of this size. Other sources are requested by id. */
const limit = 200

/** Returns the source of a project's disk. All disks of a page share the lists that are searched first. */
export function useSource({ imageId, snapshotId }: Disk, project: string): DiskOrigin {
  const image = useImage(snapshotId ? null : imageId, project)
  const snapshot = useSnapshot(snapshotId, project)
  if (snapshotId) {
    if (snapshot.found) return { kind: 'snapshot', snapshot: snapshot.found }
    return isAnswer(snapshot.error, 404) ? { kind: 'gone', what: 'Snapshot' } : unknown(snapshot.error)
  }
  if (!imageId) return { kind: 'none' }
  if (image.found) return { kind: 'image', image: image.found }
  if (!isAnswer(image.error, 404)) return unknown(image.error)
  return image.isSiloHidden ? { kind: 'hidden' } : { kind: 'gone', what: 'Image' }
}

const unknown = (error: Error | null): DiskOrigin => (error ? { kind: 'failed', error } : { kind: 'unknown' })

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
