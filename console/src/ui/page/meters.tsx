import { fixedPercent, fullNumber, percentage } from '@granary/domain/numbers.ts'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

const NOTICE_ABOVE = 66
const DANGER_ABOVE = 75

/** Says how much is used: '12.50% used' (specification of the console, 4.3). */
export const usedText = (percent: number): string => `${fixedPercent(percent, 2)} used`

/** A small upright bar that shows use in percent, 0 to 100. Its colour warns, and its label has the number. */
export function UsageMeter({ percent }: { percent: number }) {
  const color = percent > DANGER_ABOVE ? 'bg-danger' : percent > NOTICE_ABOVE ? 'bg-notice' : 'bg-positive'
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn with boxes
      role="img"
      aria-label={usedText(percent)}
      className="relative inline-block h-4 w-2 overflow-hidden rounded-sm bg-surface-hover align-middle ring-1 ring-border"
    >
      <div
        className={classNames('absolute inset-x-0 bottom-0', color)}
        style={{ height: `${Math.min(100, percent)}%` }}
      />
    </div>
  )
}

type CapacityBarProps = {
  icon?: ReactNode
  title: string
  /** In parentheses after the title: 'vCPUs', 'GiB'. */
  unit: string
  /** Numbers in the same unit. */
  used: number
  capacity: number
  usedLabel?: string
  capacityLabel: string
  /** Whether the unit is shown after the two values as well. */
  showUnit?: boolean
}

/** Shows use of a total: the percentage, a bar, and both values. */
export function CapacityBar(props: CapacityBarProps) {
  const {
    icon,
    title,
    unit,
    used,
    capacity,
    usedLabel = 'Provisioned',
    capacityLabel,
    showUnit = true,
  } = props
  const percent = percentage(used, capacity)
  const filled = capacity > 0 ? Math.min(100, (used / capacity) * 100) : 0
  return (
    <section className="min-w-0 rounded-md border border-border bg-surface-raised">
      <div className="flex items-start gap-2 px-4 pt-3">
        {icon && <span className="mt-0.5 text-text-muted [&>svg]:size-4">{icon}</span>}
        <h2 className="grow text-sm font-medium">
          {title} <span className="font-normal text-text-muted">({unit})</span>
        </h2>
        <span className="text-xl font-semibold tabular-nums">
          {percent?.whole ?? '—'}
          <span className="text-sm font-normal text-text-muted">{percent?.fraction}%</span>
        </span>
      </div>
      <div className="mx-4 mt-2.5 h-2 overflow-hidden rounded-sm bg-surface-hover" aria-hidden>
        <div className="h-full rounded-sm bg-accent" style={{ width: `${filled}%` }} />
      </div>
      <dl className="mt-3 grid grid-cols-2 border-t border-border text-sm">
        <Amount label={usedLabel} value={used} unit={showUnit ? unit : undefined} />
        <Amount label={capacityLabel} value={capacity} unit={showUnit ? unit : undefined} />
      </dl>
    </section>
  )
}

const Amount = ({ label, value, unit }: { label: string; value: number; unit?: string }) => (
  <div className="px-4 py-2.5 last:border-l last:border-border">
    <dt className="text-xs text-text-muted">{label}</dt>
    <dd className="tabular-nums">
      {fullNumber(value)}
      {unit && <span className="text-text-muted">{`\u00a0${unit}`}</span>}
    </dd>
  </div>
)
