import { instanceStates, type InstanceState } from '@granary/domain/instance-states.ts'
import {
  filterOf,
  nameFilter,
  type NameFilter,
  namesFilter,
  stateFilter,
  textFilter,
} from '../../app/kit/lists/search.ts'

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

/** Returns the filters as a parameter. Only lists of all projects have a project. */
export const instanceFilters = ({ name, state, image, os, project }: SiloInstanceSearch) => ({
  filter: filterOf(name, { 'state:': state, 'image:': image, 'os:=': os, 'project:': project }),
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
