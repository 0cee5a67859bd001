import { sledListUninitialized } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { ProgressBar } from '../../ui/page/progress-bar.tsx'
import { type Membership, namesOf, useMembersRefusal, wayOf } from './membership.ts'
import { useAbortChange } from './use-add-sleds.tsx'

/** Shows how far a change of the members of a rack has come, and aborts it. Nothing unless one is in progress. */
export function MembershipChange({ membership }: { membership: Membership }) {
  const abort = useAbortChange()
  const refusal = useMembersRefusal()
  const { data } = useQuery({ ...apiQuery(sledListUninitialized, {}), throwOnError: false })
  const { state, rackId, unacknowledgedMembers: waiting } = membership
  if (state !== 'in_progress') return null
  const ready = (data?.items ?? []).filter(
    (sled) => sled.rackId === rackId && wayOf(membership, sled) === 'ready',
  ).length
  const total = ready + waiting.length
  return (
    <MessageBox title="Sleds are being added to the rack">
      <p className="mb-2">
        <span role="status">
          {ready} of {total} new {total === 1 ? 'sled is' : 'sleds are'} ready.
        </span>{' '}
        Waiting for{' '}
        <span className="font-mono text-xs">{namesOf(waiting.map((sled) => sled.serialNumber))}</span>, asked
        every half minute.
      </p>
      <ProgressBar label="New sleds that are ready" percent={Math.trunc((ready / total) * 100)} />
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        disabledReason={refusal}
        onPress={() => abort(membership)}
      >
        Abort
      </Button>
    </MessageBox>
  )
}
