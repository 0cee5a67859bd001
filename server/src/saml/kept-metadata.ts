import { createHash } from 'node:crypto'
import type { SamlMetadata } from '@granary/control-plane/kit/saml.ts'
import type { ProviderMetadata } from './metadata.ts'

/** Maximum number of providers whose parsed metadata is kept; a federation's may be large. */
const MAX_KEPT = 100

/** Parses metadata. @throws SamlRefusal naming the missing part. */
export type MetadataReader = (metadata: SamlMetadata) => Promise<ProviderMetadata>

/** Returns a reader that keeps what it has read of valid metadata. Equal requests of the same time share one read. */
export function keptMetadata(read: MetadataReader): MetadataReader {
  const kept = new Map<string, Promise<ProviderMetadata>>()
  return ({ siloId, idpEntityId, idpMetadata }) => {
    const key = createHash('sha256')
      .update(JSON.stringify([siloId, idpEntityId]))
      .update(idpMetadata)
      .digest('base64')
    const known = kept.get(key) ?? read({ siloId, idpEntityId, idpMetadata })
    kept.delete(key)
    kept.set(key, known)
    known.catch(() => kept.delete(key))
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
    return known
  }
}
