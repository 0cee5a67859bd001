import { usageLevel, usedPercent } from '@granary/domain/utilization.ts'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../tooltip.tsx'
import { usedText } from './meters.tsx'

const TONES = { normal: 'bg-positive', notice: 'bg-notice', danger: 'bg-danger' }

type PartMeterProps = {
  part: number
  /** Undefined if it is not known: there is no bar then. */
  whole: number | undefined
  /** The part in words, above the bar. */
  children: ReactNode
  className?: string
}

/**
 * A part of a whole in a table: the amount, and a thin bar below it, which warns by its colour
 * and has its share as its name then.
 */
export function PartMeter({ part, whole, children, className }: PartMeterProps) {
  const percent = whole === undefined ? null : usedPercent(part, whole)
  const level = usageLevel(percent)
  return (
    <Tooltip content={percent === null ? undefined : usedText(percent)}>
      <span
        className={classNames('inline-block min-w-14 align-middle whitespace-nowrap tabular-nums', className)}
      >
        <span className="block leading-4">{children}</span>
        {percent !== null && (
          <span
            {...(level === 'normal'
              ? { 'aria-hidden': true }
              : { role: 'img', 'aria-label': usedText(percent) })}
            className="mt-0.5 block h-1 overflow-hidden rounded-full bg-surface-hover"
          >
            {part > 0 && (
              <span
                className={`block h-full min-w-0.5 rounded-full ${TONES[level]}`}
                style={{ width: `${Math.min(100, percent)}%` }}
              />
            )}
          </span>
        )}
      </span>
    </Tooltip>
  )
}
