import { certificateFacts } from '@granary/contract/x509/chain.ts'
import { chainProblem, siloHostName } from '@granary/domain/certificates.ts'
import { nameProblem } from '@granary/domain/names.ts'
import type { CertificateRow } from '../database/schema.ts'
import type { Services } from '../kit/services.ts'

/** A certificate as a TLS server needs it. */
export type ServedCertificate = Pick<CertificateRow, 'id' | 'cert' | 'private_key'>

/**
 * Returns the certificate for a silo's host name: of the silo's certificates that are valid for the name now, the
 * newest. Never returns a certificate of another silo.
 * @param host as the client names it, such as `eng.sys.cloud.example`.
 * @returns null if no silo has this host name, or the silo has no certificate for it.
 */
export async function servedCertificate(
  { db, clock, settings }: Services,
  host: string,
): Promise<ServedCertificate | null> {
  const name = siloNamed(host, settings.externalDnsZone)
  if (name === null) return null
  const rows = await db
    .selectFrom('certificate')
    .innerJoin('silo', 'silo.id', 'certificate.silo_id')
    .select(['certificate.id', 'certificate.cert', 'certificate.private_key'])
    .where('silo.name', '=', name)
    .where('certificate.private_key', '!=', '')
    .orderBy('certificate.time_created', 'desc')
    .orderBy('certificate.id')
    .execute()
  const now = clock.now()
  for (const row of rows) {
    const chain = await factsOf(row)
    if (chainProblem(chain, { host, now }) === null && chain[0]!.notBefore <= now) return row
  }
  return null
}

/** Certificates whose facts are kept, of all silos. */
const MAX_KEPT = 500

const kept = new Map<string, ReturnType<typeof certificateFacts>>()

/**
 * Returns the facts of a certificate, which never change. Anyone can ask for a certificate by opening a connection, and parsing a long
 * chain takes some 40 ms, of which a silo may have 50.
 */
function factsOf({ id, cert }: ServedCertificate): ReturnType<typeof certificateFacts> {
  const known = kept.get(id)
  if (known) return known
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!)
  const facts = certificateFacts(cert)
  kept.set(id, facts)
  return facts
}

/** Returns the silo with this host name. Without a configured zone, any domain may follow `sys`. */
function siloNamed(host: string, zone: string | null): string | null {
  const lower = host.toLowerCase()
  const [silo, sys, ...rest] = lower.split('.')
  if (!silo || nameProblem(silo) !== null || sys !== 'sys' || rest.length === 0) return null
  return zone === null || lower === siloHostName(silo, zone) ? silo : null
}
