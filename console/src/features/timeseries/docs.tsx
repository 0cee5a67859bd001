import { DOCS } from '../../app/docs.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'

/** The documentation of the page of queries. */
export const MetricsDocs = () => (
  <DocsPopover
    topic="metrics"
    summary="Series have the counters of machines, disks and network interfaces over time. A query reads, resamples and groups them."
    links={[{ text: 'Metrics', href: DOCS.metrics }]}
  />
)
