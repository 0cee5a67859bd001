/** Characters of a page token. It holds the filters of the first page, of which some are long lists. */
export const MAX_PAGE_TOKEN = 8192
