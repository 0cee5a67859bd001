import type { CallOutput } from '@granary/contract/call.ts'
import { vpcGaps } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { MessageBox } from '../../ui/message-box.tsx'

type Gap = CallOutput<'vpcGaps'>['items'][number]

/** More of them are in a list that scrolls. */
const TALL = 'max-h-40 overflow-y-auto'

type VpcGapsProps = {
  vpcId: string
  /** Addresses to which the list is limited. */
  addresses?: readonly string[]
}

/** Says what the hosts can't carry out of a VPC's network. Nothing while they carry out all of it. */
export function VpcGaps({ vpcId, addresses }: VpcGapsProps) {
  const gaps = useQuery(optionalQuery(useExtensions(), vpcGaps, { path: { vpc: vpcId } }))
  if (!gaps.data) return <IfMissed what="Gaps of the network" of={gaps} />
  const items = gaps.data.items.filter(({ subject }) => !addresses || addresses.includes(subject))
  return <GapList variant="info" gaps={items} className="mt-4" />
}

type GapListProps = {
  gaps: readonly Gap[]
  /** A notice beside a verdict that they may contradict. */
  variant: 'info' | 'notice'
  className?: string
}

/** Lists gaps; nothing without any. */
export function GapList({ gaps, variant, className }: GapListProps) {
  if (gaps.length === 0) return null
  const title = gaps.every(({ severity }) => severity === 'note')
    ? 'How hosts carry out this network'
    : "Hosts can't carry out all of this network"
  return (
    <MessageBox variant={variant} title={title} className={className}>
      <ul className={TALL} tabIndex={gaps.length > 5 ? 0 : undefined}>
        {gaps.map(({ subject, reason }) => (
          <li key={subject} className="py-0.5">
            <span className="font-mono text-xs">{subject}</span>: {reason}
          </li>
        ))}
      </ul>
    </MessageBox>
  )
}
