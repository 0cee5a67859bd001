import { fullNumber } from '@granary/domain/numbers.ts'

/** A row as it was when the button was pressed: what the dialog names is what will be touched. */
export type Target = { id: string; name: string; reason: string | null }

const LIST = 'mt-2 max-h-44 overflow-y-auto rounded-md border border-border px-3 py-2 text-sm'

/** The rows that will be touched. */
export const Names = ({ targets }: { targets: readonly Target[] }) => (
  <ul aria-label="Selected" className={LIST}>
    {targets.map(({ id, name }) => (
      <li key={id} className="py-0.5 wrap-anywhere">
        {name}
      </li>
    ))}
  </ul>
)

/** The rows that will not be touched; those with one reason together, which it is said for once. */
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
