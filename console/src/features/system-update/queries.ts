import type { CallOutput, ItemOf } from '@granary/contract/call.ts'
import { systemUpdateRepositoryList, systemUpdateStatus } from '@granary/contract/generated/client.ts'
import { allQuery, apiQuery } from '../../api/queries.ts'

export type Status = CallOutput<'systemUpdateStatus'>
export type Release = ItemOf<'systemUpdateRepositoryList'>

/** The target release, and how far the update has come. */
export const updateStatus = apiQuery(systemUpdateStatus, {})

/** All releases, newest version first. */
export const releases = allQuery(systemUpdateRepositoryList, { query: { sortBy: 'version_descending' } })
