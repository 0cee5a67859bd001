/** The mark: an ear of wheat in a granary. Gold appears only here and in the focus ring. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 ${className}`} aria-hidden>
      <path d="M12 1.8 2.6 8.2v13.3h18.8V8.2Z" className="fill-mark-ground" />
      <g className="fill-none stroke-mark" strokeWidth="1.7" strokeLinecap="round">
        <path d="M12 20V8.4" />
        <path d="M12 12.2c-2.3 0-3.6-1.2-3.7-3.3M12 12.2c2.3 0 3.6-1.2 3.7-3.3M12 16c-2.3 0-3.6-1.2-3.7-3.3M12 16c2.3 0 3.6-1.2 3.7-3.3" />
      </g>
    </svg>
  )
}

/** Mark and name. */
export const Logo = () => (
  <span className="inline-flex items-center gap-2 text-lg font-semibold tracking-tight">
    <Mark />
    Granary
  </span>
)
