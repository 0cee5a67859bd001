import { imageCatalogView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { extensionQuery } from '../../api/queries.ts'

const catalog = extensionQuery(imageCatalogView, {}, async () => ({ canFetch: false, images: [] }))

/** Returns the images that the server proposes to fetch, or null if it fetches none. */
export function useCatalog() {
  const { data } = useQuery({ ...catalog, throwOnError: false })
  return data?.canFetch ? data.images : null
}
