import type { ItemOf } from '@granary/contract/call.ts'
import { networkingSwitchPortStatus } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { StateBadge } from '../../ui/badge.tsx'
import { Missing } from '../../ui/format/missing.tsx'

export type Port = ItemOf<'networkingSwitchPortList'>

/** The fields of a status depend on the switch, so only known ones are read. */
function linkOf(status: unknown): { state: string; speed: number | null } | null {
  if (typeof status !== 'object' || status === null || !('state' in status)) return null
  const speed = 'speedGbps' in status && typeof status.speedGbps === 'number' ? status.speedGbps : null
  return { state: String(status.state), speed }
}

/** The state of a port's link. */
export function LinkState({
  port: { portName, rackId, switchSlot },
}: {
  port: Pick<Port, 'portName' | 'rackId' | 'switchSlot'>
}) {
  const input = { path: { port: portName }, query: { rackId, switchSlot } }
  const { data, error } = useQuery({ ...apiQuery(networkingSwitchPortStatus, input), throwOnError: false })
  if (data === undefined) return <Unread error={error} />
  const link = linkOf(data)
  if (!link) return <Missing />
  return (
    <StateBadge color={link.state === 'up' ? 'positive' : 'neutral'}>
      {link.state}
      {link.speed !== null && ` (${link.speed} Gbit/s)`}
    </StateBadge>
  )
}
