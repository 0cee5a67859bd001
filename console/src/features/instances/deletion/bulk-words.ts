import type { CallOutput } from '@granary/contract/call.ts'
import { formatBytes, fullNumber } from '@granary/domain/numbers.ts'

export type DeletionSummary = CallOutput<'instancesDeletionSummary'>

const counted = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : `${fullNumber(count)} ${count === 1 ? one : many}`

const sentence = (parts: (string | null)[]): string => parts.filter((part) => part !== null).join(', ')

/** Formats '3 disks (30 GiB)', or returns null for none. */
const disksWords = (disks: number, size: number): string | null => {
  const words = counted(disks, 'disk', 'disks')
  return words && `${words} (${formatBytes(size)})`
}

/** Counts the deleted and the kept resources of many instances. @param along whether their disks are deleted too. */
export function totals({ deletes, keeps }: DeletionSummary, along: boolean): { goes: string; stays: string } {
  const disks = disksWords(keeps.disks, keeps.diskSize)
  return {
    goes: sentence([
      along ? disks : null,
      counted(deletes.networkInterfaces, 'network interface', 'network interfaces'),
      counted(deletes.ephemeralIps, 'ephemeral IP', 'ephemeral IPs'),
      counted(deletes.snatIps, 'shared IP', 'shared IPs'),
      counted(deletes.groupMemberships, 'place in a group', 'places in groups'),
    ]),
    stays: sentence([along ? null : disks, counted(keeps.floatingIps, 'floating IP', 'floating IPs')]),
  }
}

/** Warns about the data on deleted disks. */
export const lostDisksText = (disks: number): string =>
  disks === 1
    ? 'All data on the disk is lost for good. Its snapshots and images are kept.'
    : `All data on ${fullNumber(disks)} disks is lost for good. Their snapshots and images are kept.`

/** Explains what happens to instances with disks that can't be deleted, or returns null if there are none. */
export function blockedWords({ blocked: { disks, instances } }: DeletionSummary): string | null {
  if (disks === 0) return null
  const which = disks === 1 ? 'One of the disks cannot' : `${fullNumber(disks)} of the disks cannot`
  return instances === 1
    ? `${which} be deleted now: the instance that has ${disks === 1 ? 'it' : 'them'} is left as it is, and its result says why.`
    : `${which} be deleted now: the ${fullNumber(instances)} instances that have them are left as they are, and their results say why.`
}
