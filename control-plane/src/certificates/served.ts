import { forgetOldest } from '../kit/base/forget-oldest.ts'
import { certificateFacts } from '@granary/contract/x509/chain.ts'
import { pickCertificates } from '@granary/contract/x509/pem.ts'
import {
  type CertificateFacts,
  chainProblem,
  leafProblem,
  pathOf,
  siloHostName,
} from '@granary/domain/certificates.ts'
import { nameProblem } from '@granary/domain/names.ts'
import type { CertificateRow } from '../database/schema.ts'
import type { Services } from '../kit/context/services.ts'

/** A certificate as a TLS server needs it. */
export type ServedCertificate = Pick<CertificateRow, 'id' | 'cert' | 'private_key'>

/**
 * Returns the certificate for a silo's host name: of the silo's certificates that are valid for the name now, the
 * newest, or if their issuers have expired, the newest whose own time has not. Its chain is in order, without what no client uses.
 * Never returns a certificate of another silo.
 * @param host as the client names it, such as `eng.sys.cloud.example`.
 * @returns null if no silo has this host name, or the silo has no certificate for it.
 */
export async function servedCertificate(
  { db, clock, settings, state }: Services,
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
  const wanted = { host, now: clock.now() }
  let second: ServedCertificate | null = null
  for (const row of rows) {
    const { chain, cert } = await readOf(state.of(readCertificates), row)
    if (leafProblem(chain, wanted) !== null || chain[0]!.notBefore > wanted.now) continue
    if (chainProblem(chain, wanted) === null) return { ...row, cert }
    second ??= { ...row, cert }
  }
  return second
}

/** A chain, empty if it is unreadable, and its PEM as clients follow it. */
type Read = { chain: CertificateFacts[]; cert: string }

/** Certificates whose facts are cached, of all silos. */
const MAX_CACHED = 500

const readCertificates = () => new Map<string, Promise<Read>>()

/**
 * Reads a certificate, which never changes. Anyone can ask for a certificate by opening a connection, and parsing a long
 * chain takes some milliseconds, of which a silo may have 50.
 */
function readOf(cached: Map<string, Promise<Read>>, { id, cert }: ServedCertificate): Promise<Read> {
  const known = cached.get(id)
  if (known) return known
  if (cached.size >= MAX_CACHED) forgetOldest(cached)
  const read = certificateFacts(cert).then(
    (chain) => ({ chain, cert: pickCertificates(cert, pathOf(chain)) }),
    () => ({ chain: [], cert }),
  )
  cached.set(id, read)
  return read
}

/** Returns the silo with this host name. Without a configured zone, any domain may follow `sys`. */
function siloNamed(host: string, zone: string | null): string | null {
  const lower = host.toLowerCase()
  const [silo, sys, ...rest] = lower.split('.')
  if (!silo || nameProblem(silo) !== null || sys !== 'sys' || rest.length === 0) return null
  return zone === null || lower === siloHostName(silo, zone) ? silo : null
}
