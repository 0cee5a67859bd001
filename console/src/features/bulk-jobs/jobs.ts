import { bulkJobList } from '@granary/contract/generated/client.ts'
import { extensionQuery } from '../../api/queries.ts'

/** The bulk jobs of the last days; none on a server without extensions. */
export const bulkJobs = extensionQuery(bulkJobList, {}, async () => ({ items: [], nextPage: null }))
