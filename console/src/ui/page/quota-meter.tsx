type QuotaMeterProps = {
  label: string
  used: number
  /** What a form would add. */
  added: number
  capacity: number
  format: (amount: number) => string
}

const NEARLY_FULL = 0.9

/** Shows a quota as a bar: the used part, what a form adds to it, and the rest. Amber when nearly full, red when too much. */
export function QuotaMeter({ label, used, added, capacity, format }: QuotaMeterProps) {
  const after = used + added
  const share = (amount: number) => `${capacity > 0 ? Math.min(100, (amount / capacity) * 100) : 100}%`
  const over = after > capacity
  const tone = over ? 'bg-danger' : after > capacity * NEARLY_FULL ? 'bg-notice' : 'bg-positive'
  return (
    <div className="text-sm">
      <div className="flex justify-between gap-3 tabular-nums">
        <span className="text-text-muted">{label}</span>
        <span className={over ? 'text-danger' : undefined}>
          {format(after)} <span className="text-text-muted">of {format(capacity)}</span>
        </span>
      </div>
      <div className="mt-1 flex h-1.5 gap-px overflow-hidden rounded-full bg-surface-hover" aria-hidden>
        <div className="bg-border-control" style={{ width: share(used) }} />
        <div
          className={`${tone} min-w-0.5 transition-[width] duration-150 motion-reduce:transition-none`}
          style={{ width: share(added) }}
        />
      </div>
    </div>
  )
}
