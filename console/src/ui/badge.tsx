import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type BadgeColor = 'default' | 'neutral' | 'positive' | 'notice' | 'danger' | 'info' | 'change'

const COLORS: Record<BadgeColor, string> = {
  default: 'bg-accent-soft text-accent',
  neutral: 'bg-surface-hover text-text-muted',
  positive: 'bg-positive-soft text-positive',
  notice: 'bg-notice-soft text-notice',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  change: 'bg-change-soft text-change',
}

/** A word that classifies something. */
export function Badge({ color = 'default', children }: { color?: BadgeColor; children: ReactNode }) {
  return (
    <span
      data-color={color}
      className={classNames(
        'inline-flex h-5 items-center gap-1.5 rounded px-1.5 text-xs font-medium whitespace-nowrap',
        COLORS[color],
      )}
    >
      {children}
    </span>
  )
}

type StateBadgeProps = { color: BadgeColor; transitional?: boolean; children: ReactNode }

/**
 * A state: its word, with a dot when it lasts or a spinner while it changes. Colour alone never carries the meaning.
 */
export function StateBadge({ color, transitional, children }: StateBadgeProps) {
  return (
    <Badge color={color}>
      {transitional ? (
        <Spinner className="size-2.5" />
      ) : (
        <span className="mx-0.5 size-1.5 rounded-full bg-current" aria-hidden />
      )}
      {children}
    </Badge>
  )
}
