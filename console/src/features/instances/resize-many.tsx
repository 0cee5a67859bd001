import { utilizationView } from '@granary/contract/generated/client.ts'
import { formatBytes, fullNumber } from '@granary/domain/numbers.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiQuery } from '../../api/queries.ts'
import type { BulkPlanProps } from '../../app/bulk/bulk.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { QuotaMeter } from '../../ui/page/quota-meter.tsx'
import { fieldProblems, KEPT, type ManySize, roomFor, sizeProblem } from './many-sizes.ts'

/** NaN stands for unreadable input, which must not keep the size silently. */
const shown = (value: number | null): number | null => (Number.isNaN(value) ? null : value)

/** Chooses the size that the selected instances get, and compares it with the quota of the silo. */
export default function ResizeMany({ ids, choice, onChoice, problem }: BulkPlanProps) {
  const size = choice.size ?? KEPT
  const cpus = useRef<HTMLInputElement>(null)
  const memory = useRef<HTMLInputElement>(null)
  const problems = fieldProblems(size)
  const hasOnlyMemoryProblem = problems.memory !== null && problems.ncpus === null
  useEffect(() => {
    if (problem) (hasOnlyMemoryProblem ? memory : cpus).current?.focus()
  }, [problem, hasOnlyMemoryProblem])
  const change = (next: Partial<ManySize>) => onChoice({ size: { ...size, ...next } })
  const missing = size.ncpus === null && size.memoryGib === null ? problem : undefined
  return (
    <div className="mt-4 flex flex-col gap-4">
      <NumberField
        ref={cpus}
        label="vCPUs"
        optional
        hint="Leave empty to keep the vCPUs of each instance"
        minValue={1}
        value={shown(size.ncpus)}
        onChange={(ncpus) => change({ ncpus })}
        onUnreadable={() => change({ ncpus: NaN })}
        error={problems.ncpus ?? missing}
      />
      <NumberField
        ref={memory}
        label="Memory (GiB)"
        optional
        hint="Leave empty to keep the memory of each instance"
        minValue={1}
        value={shown(size.memoryGib)}
        onChange={(memoryGib) => change({ memoryGib })}
        onUnreadable={() => change({ memoryGib: NaN })}
        error={problems.memory ?? undefined}
      />
      {sizeProblem(size) === null && <Quotas size={size} count={ids.length} />}
    </div>
  )
}

/** Stopped instances use no quota of CPUs and memory, so this is about their next start. */
function Quotas({ size, count }: { size: ManySize; count: number }) {
  const { data } = useQuery({ ...apiQuery(utilizationView, {}), throwOnError: false })
  if (!data) return null
  const room = roomFor(size, data)
  const { capacity, provisioned } = data
  return (
    <section aria-label="Quota" className="flex flex-col gap-2.5">
      <h3 className="text-xs text-text-muted">Quota of your silo with all of them running</h3>
      {size.ncpus !== null && (
        <QuotaMeter
          label="vCPUs"
          used={provisioned.cpus}
          added={size.ncpus * count}
          capacity={capacity.cpus}
          format={fullNumber}
        />
      )}
      {size.memoryGib !== null && (
        <QuotaMeter
          label="Memory"
          used={provisioned.memory}
          added={size.memoryGib * GiB * count}
          capacity={capacity.memory}
          format={formatBytes}
        />
      )}
      {room < count && (
        <MessageBox variant="notice">
          {`The quota has room for ${fullNumber(room)} of the ${fullNumber(count)} at this size. You can resize all of them, but the others can't start until there is room.`}
        </MessageBox>
      )}
    </section>
  )
}
