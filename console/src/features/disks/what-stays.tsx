import { snapshotList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery } from '../../api/queries.ts'

/** So many are named; of more, only how many there are. */
const NAMED = 5

/** What deleting a disk leaves: its snapshots, by name when they are few, and whatever else was made of it. */
export function WhatStays({ disk, project }: { disk: string; project: string }) {
  const { data } = useQuery({ ...allQuery(snapshotList, { query: { project } }), throwOnError: false })
  const names = (data ?? []).filter(({ diskId }) => diskId === disk).map(({ name }) => name)
  return <>What is on it is lost. {staying(names)}</>
}

/** @param names of the snapshots of a disk. */
export function staying(names: readonly string[]): string {
  if (names.length === 0) return 'Snapshots and images that were made from it stay.'
  if (names.length === 1) return `Its snapshot ${names[0]} stays, and so does what was made from it.`
  const which =
    names.length > NAMED
      ? `The ${names.length} snapshots of it`
      : `Its snapshots ${new Intl.ListFormat('en').format(names)}`
  return `${which} stay, and so does what was made from them.`
}
