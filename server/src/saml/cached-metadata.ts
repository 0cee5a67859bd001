import { forgetOldest } from '@granary/control-plane/kit/base/forget-oldest.ts'
import { createHash } from 'node:crypto'
import type { SamlMetadata } from '@granary/control-plane/kit/base/saml.ts'
import type { ProviderMetadata } from './metadata.ts'

/** Maximum number of providers whose parsed metadata is cached; a federation's may be large. */
const MAX_CACHED = 100

/** Parses metadata. @throws SamlRefusal naming the missing part. */
export type MetadataReader = (metadata: SamlMetadata) => Promise<ProviderMetadata>

/** Returns a reader that caches what it has read of valid metadata. Equal requests of the same time share one read. */
export function cachedMetadata(read: MetadataReader): MetadataReader {
  const cached = new Map<string, Promise<ProviderMetadata>>()
  return ({ siloId, idpEntityId, idpMetadata }) => {
    const key = createHash('sha256')
      .update(JSON.stringify([siloId, idpEntityId]))
      .update(idpMetadata)
      .digest('base64')
    const known = cached.get(key) ?? read({ siloId, idpEntityId, idpMetadata })
    cached.delete(key)
    cached.set(key, known)
    known.catch(() => cached.delete(key))
    if (cached.size > MAX_CACHED) forgetOldest(cached)
    return known
  }
}
