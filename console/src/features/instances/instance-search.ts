import { ignorable } from '@granary/contract/call.ts'
import { instanceStates, type InstanceState } from '@granary/domain/instance-states.ts'
import { nameFilter, type NameFilter, namesFilter, stateFilter, textFilter } from '../../app/kit/search.ts'

/** The filters in the URL of a list of instances. */
export type InstanceSearch = NameFilter & {
  state?: InstanceState[] | undefined
  /** Names of images. */
  image?: string[] | undefined
  /** Operating systems of images. */
  os?: string[] | undefined
}

/** Reads the filters from a URL. */
export const instanceSearch = (search: Record<string, unknown>): InstanceSearch => ({
  ...nameFilter(search),
  state: stateFilter(instanceStates, search),
  image: namesFilter(search.image),
  os: textFilter(search.os),
})

/** Returns the filters as parameters. */
export const instanceFilters = ({ name, state, image, os }: InstanceSearch) => ({
  nameContains: ignorable(name),
  runState: ignorable(state),
  image: ignorable(image),
  os: ignorable(os),
})

/** Clears all filters. */
export const NO_FILTERS = { name: undefined, state: undefined, image: undefined, os: undefined } as const

/** The filters of a list of all projects. */
export type SiloInstanceSearch = InstanceSearch & {
  /** Names of projects. */
  project?: string[] | undefined
}

/** Reads the filters of a list of all projects from a URL. */
export const siloInstanceSearch = (search: Record<string, unknown>): SiloInstanceSearch => ({
  ...instanceSearch(search),
  project: namesFilter(search.project),
})
