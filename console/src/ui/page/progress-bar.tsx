/** A bar with the finished part of a transfer. */
export const ProgressBar = ({ label, percent }: { label: string; percent: number }) => (
  <div
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers style progress elements differently
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
    className="h-2 overflow-hidden rounded-sm bg-surface-hover"
  >
    <div className="h-full rounded-sm bg-accent" style={{ width: `${percent}%` }} />
  </div>
)
