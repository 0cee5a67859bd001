import { certificateFacts } from '@granary/contract/x509/chain.ts'
import { chainEnd } from '@granary/domain/certificates.ts'

/** Returns when a certificate chain expires, in RFC 3339; null for a text that is no certificate. */
export async function endOfCertificate(cert: string): Promise<string | null> {
  try {
    return chainEnd(await certificateFacts(cert)).toISOString()
  } catch {
    return null
  }
}
