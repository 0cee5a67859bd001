/** Stands where there is no value. */
export const Missing = () => <span className="text-text-muted">—</span>
