import { snapshotList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery } from '../../api/queries.ts'

/** Up to this number, snapshots are named; otherwise only counted. */
const NAMED = 5

/** Tells which data survives the deletion of a disk: its snapshots, by name if they are few, and copies made from it. */
export function KeptAfterDelete({ disk, project }: { disk: string; project: string }) {
  const { data } = useQuery({ ...allQuery(snapshotList, { query: { project } }), throwOnError: false })
  const names = (data ?? []).filter(({ diskId }) => diskId === disk).map(({ name }) => name)
  return <>All data on the disk is lost. {staying(names)}</>
}

/** @param names of the disk's snapshots. */
export function staying(names: readonly string[]): string {
  if (names.length === 0) return 'Snapshots and images of it are kept.'
  if (names.length === 1) return `Its snapshot ${names[0]} is kept, and so is everything made from it.`
  const which =
    names.length > NAMED
      ? `The ${names.length} snapshots of it`
      : `Its snapshots ${new Intl.ListFormat('en').format(names)}`
  return `${which} are kept, and so is everything made from them.`
}
