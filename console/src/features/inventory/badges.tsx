import { Badge } from '../../ui/badge.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import type { CallOutput } from '@granary/contract/call.ts'

export type Sled = CallOutput<'sledView'>

/** Whether hardware is in use. */
export const HardwareStateBadge = ({ state }: { state: 'active' | 'decommissioned' }) => (
  <Badge color={state === 'active' ? 'default' : 'neutral'}>{state}</Badge>
)

const HOST_STATES = {
  up: { color: 'default', word: 'Up' },
  unreachable: { color: 'danger', word: 'Unreachable' },
  evacuated: { color: 'notice', word: 'Evacuated' },
} as const

/** Whether the driver reaches a sled; nothing on a server that doesn't tell. */
export function HostStateBadge({ state }: { state: Sled['hostState'] }) {
  if (state === undefined) return <Missing />
  const { color, word } = HOST_STATES[state]
  return <Badge color={color}>{word}</Badge>
}

/** Whether a sled is in service. */
export const PolicyKindBadge = ({ policy }: { policy: Sled['policy'] }) =>
  policy.kind === 'in_service' ? <Badge>In service</Badge> : <Badge color="neutral">Expunged</Badge>

/** Whether a sled accepts new instances. An expunged one has no such policy. */
export const ProvisionPolicyBadge = ({ policy }: { policy: Sled['policy'] }) => {
  if (policy.kind === 'expunged') return <Missing />
  return policy.provisionPolicy === 'provisionable' ? (
    <Badge>Provisionable</Badge>
  ) : (
    <Badge color="neutral">Not provisionable</Badge>
  )
}
