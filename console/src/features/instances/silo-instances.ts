import type { CallInput, ItemOf } from '@granary/contract/call.ts'
import { instanceFilters, type SiloInstanceSearch } from './instance-search.ts'

export type SiloInstance = ItemOf<'siloInstanceList'>

/** The most rows of all projects that the server returns at once. */
export const MAX_PAGE = 100

/** Returns the input that reads the instances of all projects. */
export const siloInput = (search: SiloInstanceSearch): CallInput<'siloInstanceList'> => ({
  query: instanceFilters(search),
})
