import { countText } from '../../ui/table/pagination.tsx'
import type { Total } from '../kit/use-page.ts'

/** A count beside a link of the sidebar, whose name the specification gives. The list itself has the number for screen readers. */
export const SidebarCount = ({ total }: { total: Total }) =>
  total.count > 0 && (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-xs text-text-muted tabular-nums"
    >
      {countText(total)}
    </span>
  )
