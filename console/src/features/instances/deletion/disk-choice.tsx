import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { ByteSize } from '../../../ui/format/byte-size.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { DiskStateBadge } from '../../../ui/state-badge.tsx'
import type { DeletionPlan } from './plan-words.ts'

type DiskChoiceProps = {
  disks: DeletionPlan['keeps']['disks']
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** The disks of an instance before its deletion. Only checked disks are deleted. */
export function DiskChoice({ disks, chosen, onChange }: DiskChoiceProps) {
  const deletable = disks.filter(({ deleteBlocked }) => deleteBlocked === null).map(({ id }) => id)
  const all = deletable.length > 0 && chosen.length === deletable.length
  const lost = disks.filter(({ id }) => chosen.includes(id))
  return (
    <div>
      <dt className="text-text-muted">
        {disks.length === 1 ? 'Its disk, detached:' : 'Its disks, detached:'}
      </dt>
      <dd className="mt-1.5 flex flex-col gap-2">
        <Checkbox
          isSelected={all}
          isIndeterminate={chosen.length > 0 && !all}
          isDisabled={deletable.length === 0}
          onChange={(on) => onChange(on ? deletable : [])}
        >
          Delete its disks too
        </Checkbox>
        <ul
          aria-label="Disks"
          className="max-h-60 divided overflow-y-auto rounded-md border border-border px-3"
        >
          {disks.map((disk) => (
            <li key={disk.id} className="flex items-center gap-3 py-1.5">
              <div className="min-w-0 grow wrap-anywhere">
                <Checkbox
                  isSelected={chosen.includes(disk.id)}
                  isDisabled={disk.deleteBlocked !== null}
                  hint={disk.deleteBlocked ?? undefined}
                  onChange={(on) =>
                    onChange(on ? [...chosen, disk.id] : chosen.filter((id) => id !== disk.id))
                  }
                >
                  {disk.name}
                  {disk.boot && <span className="text-text-muted"> (boot disk)</span>}
                </Checkbox>
              </div>
              <span className="shrink-0 text-text-muted">
                <ByteSize bytes={disk.size} />
              </span>
              {disk.state !== 'attached' && <DiskStateBadge state={disk.state} />}
            </li>
          ))}
        </ul>
        {lost.length > 0 && (
          <MessageBox variant="notice">
            {lost.length === 1
              ? `All data on ${lost[0]!.name} is lost for good. Its snapshots and images are kept.`
              : `All data on ${lost.length} disks is lost for good. Their snapshots and images are kept.`}
          </MessageBox>
        )}
      </dd>
    </div>
  )
}
