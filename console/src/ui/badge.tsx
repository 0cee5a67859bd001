import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type BadgeColor = 'default' | 'neutral' | 'positive' | 'notice' | 'danger' | 'info' | 'change'

/** Of a word that classifies: an outline and tinted text, never a fill. Fills are for trouble. */
const TINTS: Record<BadgeColor, string> = {
  default: 'border-border text-text',
  neutral: 'border-border text-text-muted',
  positive: 'border-positive/35 text-positive',
  notice: 'border-notice/45 text-notice',
  danger: 'border-danger/45 text-danger',
  info: 'border-info/35 text-info',
  change: 'border-change/35 text-change',
}

/** A word that classifies something. */
export function Badge({ color = 'default', children }: { color?: BadgeColor; children: ReactNode }) {
  return (
    <span
      data-color={color}
      className={classNames(
        'inline-flex h-5 items-center gap-1.5 rounded border px-1.5 text-xs font-medium whitespace-nowrap',
        TINTS[color],
      )}
    >
      {children}
    </span>
  )
}

/**
 * Of a state: healthy and resting ones recede to a dot and a word, moving ones are blue, and only late and broken ones
 * have a fill. The fill reaches beyond the column's edge, so that all dots line up under the header.
 */
const STATES: Record<Exclude<BadgeColor, 'default' | 'change'>, { badge: string; dot: string }> = {
  positive: { badge: '', dot: 'bg-positive' },
  neutral: { badge: 'text-text-muted', dot: 'border-[1.5px] border-current' },
  info: { badge: 'text-info', dot: 'bg-current' },
  notice: { badge: '-ml-1.5 bg-notice-soft px-1.5 text-notice', dot: 'bg-current' },
  danger: { badge: '-ml-1.5 bg-danger-soft px-1.5 text-danger', dot: 'bg-current' },
}

type StateBadgeProps = { color: keyof typeof STATES; transitional?: boolean; children: ReactNode }

/**
 * A state: its word, with a dot when it lasts or a spinner while it changes. Colour alone never carries the meaning.
 */
export function StateBadge({ color, transitional, children }: StateBadgeProps) {
  const { badge, dot } = STATES[color]
  return (
    <span
      data-color={color}
      className={classNames(
        'inline-flex h-5 items-center gap-1.5 rounded text-sm font-medium whitespace-nowrap',
        badge,
      )}
    >
      <span className="flex w-2.5 justify-center">
        {transitional ? (
          <Spinner className="size-2.5" />
        ) : (
          <span className={`size-[7px] rounded-full ${dot}`} aria-hidden />
        )}
      </span>
      {children}
    </span>
  )
}
