import { classNames } from '../ui/class-names.ts'
import { countText } from '../ui/table/pagination.tsx'
import type { Total } from './kit/lists/use-page.ts'

type SidebarCountProps = {
  total: Total
  /** Whether these need attention now. */
  isTrouble?: boolean | undefined
}

/** A count beside a link of the sidebar, whose name the specification gives. The list itself has the number for screen readers. */
export const SidebarCount = ({ total, isTrouble }: SidebarCountProps) =>
  total.count > 0 && (
    <span
      aria-hidden
      className={classNames(
        'pointer-events-none absolute inset-y-0 right-2 flex items-center text-xs tabular-nums',
        isTrouble ? 'font-medium text-danger' : 'text-text-muted',
      )}
    >
      {countText(total)}
    </span>
  )
