import { imageCatalogView } from '@granary/contract/generated/client.ts'
import { extensionQuery } from '../../api/queries.ts'

/** The images that the server proposes to fetch. Read ahead by what opens the panel, which waits for it. */
export const imageCatalog = extensionQuery(imageCatalogView, {}, async () => ({
  canFetch: false,
  images: [],
}))
