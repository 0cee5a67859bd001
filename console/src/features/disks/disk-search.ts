import { diskStates, type DiskStateName } from '@granary/domain/disk-states.ts'
import {
  choiceFilter,
  filterOf,
  nameFilter,
  type NameFilter,
  stateFilter,
} from '../../app/kit/lists/search.ts'

/** The types of disks, in the order of the filter. */
export const DISK_TYPES = ['distributed', 'local'] as const
type DiskType = (typeof DISK_TYPES)[number]

/** The filters in the URL of a list of disks. */
export type DiskSearch = NameFilter & { state?: DiskStateName[] | undefined; type?: DiskType[] | undefined }

/** Reads the filters from a URL. */
export const diskSearch = (search: Record<string, unknown>): DiskSearch => ({
  ...nameFilter(search),
  state: stateFilter(diskStates, search),
  type: choiceFilter(DISK_TYPES, search.type),
})

/** Returns the filters of the list as parameters. */
export const diskFilters = ({ name, state, type }: DiskSearch) => ({
  filter: filterOf(name, { 'state:': state, 'type:': type }),
})
