import { issueCount, systemIssueCount } from '@granary/contract/generated/client.ts'
import type { Extensions } from '@granary/contract/call.ts'
import { optionalQuery } from '../../api/queries.ts'

/** Time for which a count is shown before it is read again; milliseconds. */
const INTERVAL_MS = 60_000

/** Reads how many issues the silo or the fleet has. It outlives pages, so that a navigation asks for nothing. */
export const countQuery = (extensions: Extensions | null, isFleet: boolean) => ({
  ...(isFleet ? optionalQuery(extensions, systemIssueCount, {}) : optionalQuery(extensions, issueCount, {})),
  staleTime: INTERVAL_MS,
  refetchInterval: INTERVAL_MS,
})
