import type { FindingLevel } from '@granary/domain/cloud-init/finding.ts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'

/** How a level of findings looks, in the list and beside its line; and what it is called, which color alone doesn't say. */
export const LEVELS = {
  error: {
    name: 'Error',
    icon: <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />,
    mark: 'bg-danger-soft font-semibold text-danger',
  },
  warning: {
    name: 'Warning',
    icon: <TriangleAlert className="mt-0.5 size-4 shrink-0 text-notice" aria-hidden />,
    mark: 'bg-notice-soft font-semibold text-notice',
  },
  hint: {
    name: 'Hint',
    icon: <Info className="mt-0.5 size-4 shrink-0 text-text-muted" aria-hidden />,
    mark: 'bg-surface-selected font-semibold text-text',
  },
} as const satisfies Record<FindingLevel, unknown>
