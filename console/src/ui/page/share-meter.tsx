type ShareMeterProps = {
  label: string
  /** The part that matters here. */
  own: number
  /** Everything that is used, with that part; undefined if not known. */
  used: number | undefined
  capacity: number | undefined
  format: (amount: number) => string
}

const NEARLY_FULL = 0.9

/** Shows one part of the used capacity. Amber when the capacity is nearly used up, red when it is. */
export function ShareMeter({ label, own, used, capacity, format }: ShareMeterProps) {
  const isKnown = used !== undefined && capacity !== undefined
  const full = isKnown && used >= capacity
  const tone = full ? 'bg-danger' : isKnown && used > capacity * NEARLY_FULL ? 'bg-notice' : 'bg-positive'
  const share = (amount: number) =>
    `${isKnown && capacity > 0 ? Math.min(100, (amount / capacity) * 100) : 0}%`
  return (
    <div className="text-sm">
      <div className="flex justify-between gap-3">
        <span className="text-text-muted">{label}</span>
        <span className="font-medium tabular-nums">{format(own)}</span>
      </div>
      {isKnown && (
        <>
          <div className="mt-1.5 flex h-1.5 gap-px overflow-hidden rounded-full bg-surface-hover" aria-hidden>
            {own > 0 && <div className={`${tone} min-w-0.5`} style={{ width: share(own) }} />}
            <div className="bg-border-control/60" style={{ width: share(Math.max(0, used - own)) }} />
          </div>
          <p className="mt-1 text-xs text-text-muted tabular-nums">
            {format(used)} of {format(capacity)} used in the silo
          </p>
        </>
      )}
    </div>
  )
}
