import type { Call } from '@granary/contract/call.ts'
import { MAX_PAGE_TOKEN } from '@granary/domain/page-tokens.ts'
import { PAGE_SIZE, type PagePlace } from '../../../api/queries.ts'

/** Numbers of rows per page that a list offers. */
export const PAGE_SIZES = [25, PAGE_SIZE, 100, 250]

/** What a list is sorted by: the name, the time of creation, or one of the fields that the contract names for it. */
export type Sort = { by: string; descending: boolean }

/** The place in a list as a URL has it: `?sort=-created&size=100&page=3&token=…`. */
export type ListPlace = { sort: Sort; size: number; page: number; token: string | undefined }

const BY_NAME: Sort = { by: 'name', descending: false }
const SORT = /^(-?)(\w+)$/

/**
 * Returns what a list can be sorted by.
 * @param isSearchable whether the server can sort the list by name, and count it.
 */
export const sortsOf = ({ sorts = [] }: Pick<Call, 'sorts'>, isSearchable: boolean): readonly string[] =>
  isSearchable ? ['name', 'created', ...sorts] : sorts

/**
 * Reads the place from a URL, and ignores everything else. A page without its token is the first one.
 * @param fields what the list can be sorted by.
 * @param maxSize the most rows per page that the server returns.
 */
export function placeOf(search: object, fields: readonly string[], maxSize: number = Infinity): ListPlace {
  const { sort, size, page, token } = search as Record<string, unknown>
  const [, sign, by = ''] = SORT.exec(String(sort)) ?? []
  const known =
    typeof token === 'string' && token !== '' && token.length <= MAX_PAGE_TOKEN ? token : undefined
  return {
    sort: fields.includes(by) ? { by, descending: sign === '-' } : BY_NAME,
    size: Math.min(PAGE_SIZES.find((one) => one === Number(size)) ?? PAGE_SIZE, maxSize),
    page: known && Number.isSafeInteger(page) && Number(page) > 1 ? Number(page) : 1,
    token: known,
  }
}

/** Returns the parameters of a URL for a sort; none for the usual one. */
export const sortParameter = ({ by, descending }: Sort): string | undefined =>
  by === 'name' && !descending ? undefined : `${descending ? '-' : ''}${by}`

/**
 * Returns the part of a list that a URL asks for.
 * @param isSearchable whether the server can sort the list by name, and count it.
 * @param maxSize the most rows per page that the server returns.
 */
export function pagePlace(
  call: Pick<Call, 'sorts'>,
  search: object,
  isSearchable: boolean,
  maxSize?: number,
): PagePlace {
  const { sort, size, token } = placeOf(search, sortsOf(call, isSearchable), maxSize)
  return { size, token, sort, counts: isSearchable }
}
