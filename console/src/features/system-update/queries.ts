import type { CallOutput, Extensions, ItemOf } from '@granary/contract/call.ts'
import {
  systemUpdateRepositoryList,
  systemUpdateSpaceView,
  systemUpdateStatus,
  systemUpdateTrustRootList,
} from '@granary/contract/generated/client.ts'
import { allQuery, apiQuery, optionalQuery } from '../../api/queries.ts'

export type Status = CallOutput<'systemUpdateStatus'>
export type Space = CallOutput<'systemUpdateSpaceView'>
export type TrustRoot = ItemOf<'systemUpdateTrustRootList'>
export type Release = ItemOf<'systemUpdateRepositoryList'>

/** The target release, and how far the update has come. */
export const updateStatus = apiQuery(systemUpdateStatus, {})

/** All releases, newest version first. */
export const releases = allQuery(systemUpdateRepositoryList, { query: { sortBy: 'version_descending' } })

/** All trust roots. */
export const trustRoots = allQuery(systemUpdateTrustRootList, {})

/** Returns the query for the space that releases take on the server. */
export const releaseSpace = (extensions: Extensions | null) =>
  optionalQuery(extensions, systemUpdateSpaceView, {})
