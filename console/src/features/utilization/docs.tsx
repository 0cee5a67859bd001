import { DOCS } from '../../app/docs.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'

/** The documentation of both pages. */
export const UtilizationDocs = () => (
  <DocsPopover
    topic="utilization"
    summary="Running instances use CPU and memory, and disks, snapshots and images use storage. Quotas limit what each silo can use."
    links={[{ text: 'Capacity and metrics', href: DOCS.capacity }]}
  />
)
