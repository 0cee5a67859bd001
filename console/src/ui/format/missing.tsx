/** Placeholder for a missing value. */
export const Missing = () => <span className="text-text-muted">—</span>
