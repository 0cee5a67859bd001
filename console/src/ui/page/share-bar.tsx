import type { StateColor } from '../state-badge.tsx'

/** The class of a part, also for its dot in the legend. */
export const SHARE_FILLS: Readonly<Record<StateColor, string>> = {
  positive: 'bg-positive',
  neutral: 'bg-border-control',
  info: 'bg-info',
  notice: 'bg-notice',
  danger: 'bg-danger',
}

/** A bar of parts of a whole, in proportion. Its legend says the same in words, so screen readers skip it. */
export const ShareBar = ({
  parts,
}: {
  parts: readonly { key: string; amount: number; color: StateColor }[]
}) => (
  <div className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-surface-hover" aria-hidden>
    {parts.map(({ key, amount, color }) => (
      <div
        key={key}
        className={`${SHARE_FILLS[color]} min-w-1.5 transition-[flex-grow] duration-150 motion-reduce:transition-none`}
        style={{ flexGrow: amount }}
      />
    ))}
  </div>
)
