import { certificateFacts } from '@granary/contract/x509/chain.ts'
import { chainProblem, siloHostName } from '@granary/domain/certificates.ts'
import { nameProblem } from '@granary/domain/names.ts'
import type { CertificateRow } from '../database/schema.ts'
import type { Services } from '../kit/services.ts'

/** What a TLS server needs of a certificate. */
export type ServedCertificate = Pick<CertificateRow, 'id' | 'cert' | 'private_key'>

/**
 * The certificate that a silo's own host name is served with: of those of the silo that hold for the name today, the one
 * that was added last. Never one of another silo, whatever names it is for.
 * @param host as the client names it, such as `eng.sys.cloud.example`.
 * @returns null where the host is no silo's, or the silo has none.
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
    const chain = await certificateFacts(row.cert)
    if (chainProblem(chain, { host, now }) === null && chain[0]!.notBefore <= now) return row
  }
  return null
}

/** The silo whose host name this is. Without a zone of our own, what follows `sys` may be anything. */
function siloNamed(host: string, zone: string | null): string | null {
  const lower = host.toLowerCase()
  const [silo, sys, ...rest] = lower.split('.')
  if (!silo || nameProblem(silo) !== null || sys !== 'sys' || rest.length === 0) return null
  return zone === null || lower === siloHostName(silo, zone) ? silo : null
}
