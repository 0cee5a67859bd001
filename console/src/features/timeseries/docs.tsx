import { DOCS } from '../../app/docs.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'

/** The documentation of the page of queries. */
export const MetricsDocs = () => (
  <DocsPopover
    topic="metrics"
    summary="Each series is one value of an instance, a disk or a network interface over time. A query reads, resamples and groups series."
    links={[{ text: 'Metrics', href: DOCS.metrics }]}
  />
)
