import type { CallOutput } from '@granary/contract/call.ts'

export type DeletionPlan = CallOutput<'instanceDeletionPlan'>

/** Names shown of a long list. The rest is counted. */
const NAMED = 8

/** Formats a list as 'a, b and 3 more'. */
export function listed(words: readonly string[], most = NAMED): string {
  if (words.length <= most) return words.join(', ')
  return `${words.slice(0, most).join(', ')} and ${words.length - most} more`
}

/** Lists the resources that are deleted with an instance, a line per kind. */
export function deletionLines({ deletes }: DeletionPlan): { label: string; things: string }[] {
  const { networkInterfaces, externalIps, affinityGroupMemberships, antiAffinityGroupMemberships } = deletes
  const { multicastGroupMemberships } = deletes
  const ips = (kind: 'ephemeral' | 'snat') => externalIps.filter((ip) => ip.kind === kind).map(({ ip }) => ip)
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name)
  const lines: [label: string, things: string[]][] = [
    [
      'Network interfaces',
      networkInterfaces.map(({ name, ips: own }) => (own.length > 0 ? `${name} (${own.join(', ')})` : name)),
    ],
    ['Ephemeral IPs', ips('ephemeral')],
    ['Shared IPs for sending', ips('snat')],
    ['Places in affinity groups', names(affinityGroupMemberships)],
    ['Places in anti-affinity groups', names(antiAffinityGroupMemberships)],
    ['Places in multicast groups', names(multicastGroupMemberships)],
  ]
  return lines
    .filter(([, things]) => things.length > 0)
    .map(([label, things]) => ({ label, things: listed(things) }))
}
