import { fullNumber } from '@granary/domain/numbers.ts'

/** A row as it was when the button was pressed, so that the dialog lists exactly the affected rows. */
export type Target = { id: string; name: string; reason: string | null }

const LIST = 'mt-2 max-h-44 overflow-y-auto rounded-md border border-border px-3 py-2 text-sm'

/** The affected rows. */
export const Names = ({ targets }: { targets: readonly Target[] }) => (
  <ul aria-label="Selected" className={LIST}>
    {targets.map(({ id, name }) => (
      <li key={id} className="py-0.5 wrap-anywhere">
        {name}
      </li>
    ))}
  </ul>
)

/** The skipped rows, grouped by their reason. */
export function LeftOut({ targets }: { targets: readonly Target[] }) {
  const byReason = Map.groupBy(targets, ({ reason }) => reason)
  return (
    <section className="mt-4">
      <p>{targets.length === 1 ? 'One is left out:' : `${fullNumber(targets.length)} are left out:`}</p>
      <ul aria-label="Left out" className={LIST}>
        {[...byReason].map(([reason, its]) => (
          <li key={reason} className="py-0.5 wrap-anywhere">
            <span className="block text-xs text-text-muted">{reason}</span>
            {its.map(({ name }) => name).join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
