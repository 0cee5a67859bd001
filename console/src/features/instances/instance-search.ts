import { instanceStates, type InstanceState } from '@granary/domain/instance-states.ts'
import { nameFilter, type NameFilter, stateFilter } from '../../app/kit/search.ts'

/** The filters in the URL of a list of instances. */
export type InstanceSearch = NameFilter & { state?: InstanceState[] | undefined }

/** Reads the filters from a URL. */
export const instanceSearch = (search: Record<string, unknown>): InstanceSearch => ({
  ...nameFilter(search),
  state: stateFilter(instanceStates, search),
})
