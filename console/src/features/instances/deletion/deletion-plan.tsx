import type { Extensions } from '@granary/contract/call.ts'
import { instanceDeletionPlan } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { apiQuery } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { LookingUp } from '../../../ui/overlay/looking-up.tsx'
import { DiskChoice } from './disk-choice.tsx'
import { deletionLines, listed } from './plan-words.ts'

type DeletionPlanProps = {
  extensions: Extensions
  instanceId: string
  /** Ids of the disks that are deleted too. */
  onDisks: (ids: readonly string[]) => void
}

/** Shows what deleting an instance deletes and keeps, from the server's plan, and lets the user choose its disks. */
export default function DeletionPlan({ extensions, instanceId, onDisks }: DeletionPlanProps) {
  const plan = useQuery({
    ...apiQuery(extensions.call(instanceDeletionPlan), { path: { instance: instanceId } }),
    // A cached plan may be outdated.
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  const [ticked, setTicked] = useState<readonly string[]>([])
  // Drops disks that have been detached since, or can no longer be deleted.
  const deletable = plan.data?.keeps.disks.filter(({ deleteBlocked }) => deleteBlocked === null) ?? []
  const chosen = ticked.filter((id) => deletable.some((disk) => disk.id === id))
  useEffect(() => {
    onDisks(chosen)
  })
  // A deleted instance has no plan. The last one stays until the dialog closes.
  if (plan.error && !plan.data)
    return (
      <MessageBox variant="error" title="Could not look up what goes and what stays">
        <p>{messageOf(plan.error)}</p>
        <Button variant="secondary" size="sm" className="mt-2" onPress={() => void plan.refetch()}>
          Try again
        </Button>
      </MessageBox>
    )
  if (!plan.data) return <LookingUp />
  const { blocked, keeps } = plan.data
  if (blocked) return <MessageBox variant="error">{`It cannot be deleted now: ${blocked}`}</MessageBox>
  const going = deletionLines(plan.data)
  const { disks, floatingIps, externalSubnets } = keeps
  const keepsAny = disks.length + floatingIps.length + externalSubnets.length > 0
  return (
    <div className="mt-4 flex flex-col gap-4 text-sm text-text">
      {going.length > 0 && (
        <Part title="Also deleted">
          {going.map(({ label, things }) => (
            <Line key={label} label={label}>
              {things}
            </Line>
          ))}
        </Part>
      )}
      {keepsAny && (
        <Part title="Kept, free for others">
          {floatingIps.length > 0 && (
            <Line label="Floating IPs">{listed(floatingIps.map(({ name, ip }) => `${name} (${ip})`))}</Line>
          )}
          {externalSubnets.length > 0 && (
            <Line label="External subnets">
              {listed(externalSubnets.map(({ name, subnet }) => `${name} (${subnet})`))}
            </Line>
          )}
          {disks.length > 0 && <DiskChoice disks={disks} chosen={chosen} onChange={setTicked} />}
        </Part>
      )}
      {going.length === 0 && !keepsAny && (
        <p className="text-text-muted">It has no disks, no network interfaces and no addresses.</p>
      )}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 font-semibold">{title}</h3>
    <dl className="flex flex-col gap-1.5">{children}</dl>
  </section>
)

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="inline text-text-muted">{label}: </dt>
    <dd className="inline wrap-anywhere">{children}</dd>
  </div>
)
