import { instancesDeletionSummary } from '@granary/contract/generated/client.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries.ts'
import type { BulkPlanProps } from '../../../app/bulk/bulk.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { LookingUp } from '../../../ui/overlay/looking-up.tsx'
import { blockedWords, type DeletionSummary, lostDisksText, totals } from './bulk-words.ts'

/** Summarizes what deleting many instances deletes and keeps, from the server, and lets the user include their disks. */
export default function BulkPlan({ extensions, ids, choice, onChoice }: BulkPlanProps) {
  const summary = useQuery({
    ...apiQuery(extensions.call(instancesDeletionSummary), { body: { instances: [...ids] } }),
    // A cached plan may be outdated.
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  if (summary.data) return <Summary summary={summary.data} choice={choice} onChoice={onChoice} />
  if (summary.error) return <Rule />
  return <LookingUp />
}

function Summary({
  summary,
  choice,
  onChoice,
}: { summary: DeletionSummary } & Pick<BulkPlanProps, 'choice' | 'onChoice'>) {
  const { disks } = summary.keeps
  const along = disks > 0 && choice.operation === 'instance_delete_with_disks'
  const { goes, stays } = totals(summary, along)
  const blocked = along ? blockedWords(summary) : null
  return (
    <div className="mt-4 flex flex-col gap-3 text-sm">
      <dl className="flex flex-col gap-1">
        <div>
          <dt className="inline text-text-muted">Also deleted: </dt>
          <dd className="inline">{goes || 'nothing else'}</dd>
        </div>
        <div>
          <dt className="inline text-text-muted">Kept, free for others: </dt>
          <dd className="inline">{stays || 'nothing'}</dd>
        </div>
      </dl>
      {disks > 0 && (
        <Checkbox
          isSelected={along}
          onChange={(on) => onChoice(on ? { operation: 'instance_delete_with_disks' } : {})}
        >
          {disks === 1 ? 'Delete the disk too' : `Delete the ${fullNumber(disks)} disks too`}
        </Checkbox>
      )}
      {along && (
        <MessageBox variant="notice">
          {lostDisksText(disks)}
          {blocked && <p className="mt-1">{blocked}</p>}
        </MessageBox>
      )}
    </div>
  )
}

const Rule = () => (
  <p className="mt-3 text-text-muted">
    Their disks are detached and kept, and so are their floating IPs. Their network interfaces and other
    addresses are deleted.
  </p>
)
