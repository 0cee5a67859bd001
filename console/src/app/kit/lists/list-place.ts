import { MAX_PAGE_TOKEN } from '@granary/domain/page-tokens.ts'
import { PAGE_SIZE, type PagePlace } from '../../../api/queries.ts'

/** Numbers of rows per page that a list offers. */
export const PAGE_SIZES = [25, PAGE_SIZE, 100, 250]

/** What a list can be sorted by. */
export type SortField = 'name' | 'created'
export type Sort = { by: SortField; descending: boolean }

/** The place in a list as a URL has it: `?sort=-created&size=100&page=3&token=…`. */
export type ListPlace = { sort: Sort; size: number; page: number; token: string | undefined }

const BY_NAME: Sort = { by: 'name', descending: false }
const SORT = /^(-?)(name|created)$/

/**
 * Reads the place from a URL, and ignores everything else. A page without its token is the first one.
 * @param maxSize the most rows per page that the server returns.
 */
export function placeOf(search: object, maxSize: number = Infinity): ListPlace {
  const { sort, size, page, token } = search as Record<string, unknown>
  const [, sign, by] = SORT.exec(String(sort)) ?? []
  const known =
    typeof token === 'string' && token !== '' && token.length <= MAX_PAGE_TOKEN ? token : undefined
  return {
    sort: by ? { by: by as SortField, descending: sign === '-' } : BY_NAME,
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
 * @param isSearchable whether the server can sort and count the list.
 * @param maxSize the most rows per page that the server returns.
 */
export function pagePlace(search: object, isSearchable: boolean, maxSize?: number): PagePlace {
  const { sort, size, token } = placeOf(search, maxSize)
  return { size, token, ...(isSearchable && { sort, counts: true }) }
}
