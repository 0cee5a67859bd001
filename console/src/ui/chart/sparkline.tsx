import { classNames } from '../class-names.ts'
import { sparklinePath } from './sparkline-path.ts'

type SparklineProps = {
  /** What the line says, in words. */
  label: string
  values: readonly (number | null)[]
  /** The value at the top; by default the largest. */
  top?: number
  className?: string
}

/** A small line without axes, as an inline drawing: a trend at a glance. */
export function Sparkline({ label, values, top, className = 'h-5 w-16' }: SparklineProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 20"
      preserveAspectRatio="none"
      className={classNames('shrink-0 overflow-visible', className)}
    >
      {/* Without a ground, the line of a few minutes looks like a minus sign. */}
      <path d="M0 20H100" stroke="var(--border)" strokeWidth={1} vectorEffect="non-scaling-stroke" />
      <path
        d={sparklinePath(values, top)}
        fill="none"
        stroke="var(--series-a)"
        strokeWidth={1.25}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
