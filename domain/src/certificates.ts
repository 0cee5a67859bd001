import { type KeyFacts, rsaProblem, tlsKeyProblem } from './key-sizes.ts'

/** The fields of an X.509 certificate that decide whether it can be used; the contract's `x509/` reads them. */
export type CertificateFacts = {
  /** Subject and issuer: the common name, or the whole distinguished name if there is none. */
  subject: string
  issuer: string
  /** Both whole, to compare them, in hexadecimal. */
  subjectId: string
  issuerId: string
  /** Identifiers of the own key and of the issuer's (RFC 5280, section 4.2.1.1), in hexadecimal, if stated. */
  keyId: string | null
  issuerKeyId: string | null
  key: KeyFacts
  /** DNS names of the subject alternative name, or the common name if there are none. */
  names: string[]
  hasAlternativeNames: boolean
  notBefore: Date
  notAfter: Date
  /** Whether a server can use the certificate; null if the certificate doesn't state its uses. */
  serverAuth: boolean | null
}

/** Returns the host name of a silo's API and console. @param zone DNS zone of the silos. */
export const siloHostName = (silo: string, zone: string): string => `${silo}.sys.${zone}`

const comparable = (name: string): string => name.toLowerCase().replace(/\.$/, '')

/**
 * Whether a certificate name covers a host. `*` matches exactly the first label (RFC 6125), and never a host of a
 * single label.
 */
export function nameCovers(name: string, host: string): boolean {
  const [pattern, hostName] = [comparable(name), comparable(host)]
  if (!pattern.startsWith('*.')) return pattern === hostName && !pattern.includes('*')
  const dot = hostName.indexOf('.')
  return dot > 0 && pattern.slice(1) === hostName.slice(dot) && !pattern.slice(1).includes('*')
}

/**
 * Returns the certificates that a client uses, as positions in the chain: the first one, then the issuer of each, as far as they
 * are in it. Clients look for issuers by name and key identifier, in any order (RFC 4158).
 */
export function pathOf(chain: readonly CertificateFacts[]): number[] {
  const path: number[] = []
  for (let at = chain.length > 0 ? 0 : -1; at >= 0; at = issuerOf(chain, at, path)) path.push(at)
  return path
}

const isSelfIssued = ({ subjectId, issuerId }: CertificateFacts): boolean => subjectId === issuerId

/** Returns the position of the issuer's certificate that is valid for the longest time, or -1. */
function issuerOf(chain: readonly CertificateFacts[], at: number, path: readonly number[]): number {
  const { issuerId, issuerKeyId } = chain[at]!
  if (isSelfIssued(chain[at]!)) return -1
  const candidates = chain.flatMap(({ subjectId, keyId, notAfter }, position) =>
    !path.includes(position) &&
    subjectId === issuerId &&
    (issuerKeyId === null || keyId === null || issuerKeyId === keyId)
      ? [{ position, notAfter }]
      : [],
  )
  return candidates.sort((a, b) => b.notAfter.getTime() - a.notAfter.getTime())[0]?.position ?? -1
}

const day = (date: Date): string => date.toISOString().slice(0, 10)

/** Returns why a chain can't serve a host now or later, or null. The server's certificate comes first. @param host null to accept any name. */
export function leafProblem(
  [leaf]: readonly CertificateFacts[],
  { host, now }: { host: string | null; now: Date },
): string | null {
  if (!leaf) return 'there is no certificate in it'
  const keyIs = tlsKeyProblem(leaf.key)
  if (keyIs) return `its key ${keyIs}`
  if (leaf.notAfter <= now) return `it expired on ${day(leaf.notAfter)}`
  if (leaf.serverAuth === false) return 'it may not be used to authenticate a server'
  if (host !== null && !leaf.names.some((name) => nameCovers(name, host)))
    return `it is not for ${host}; ${leaf.names.length > 0 ? `it is for ${leaf.names.join(', ')}` : 'it names no host'}`
  return null
}

/**
 * Returns why a certificate chain can't serve a host, or null. The server's certificate comes first. A certificate that is not
 * valid yet is accepted, so that it can be installed in advance. Certificates that no client uses may have expired.
 * @param host null to accept any name.
 */
export function chainProblem(
  chain: readonly CertificateFacts[],
  asked: { host: string | null; now: Date },
): string | null {
  const problem = leafProblem(chain, asked)
  if (problem) return problem
  for (const position of pathOf(chain).slice(1)) {
    const issuer = chain[position]!
    const which = `certificate ${position + 1} of ${chain.length}`
    const keyIs = issuer.key.rsa && rsaProblem(issuer.key.rsa)
    if (keyIs) return `the key of ${which} ${keyIs}`
    // Clients take the root from their own list, whatever the chain has.
    if (issuer.notAfter <= asked.now && !isSelfIssued(issuer))
      return `${which} expired on ${day(issuer.notAfter)}`
  }
  return null
}

/** Returns what may keep some clients from accepting a chain that `chainProblem` accepts, in sentences. */
export function chainWarnings(chain: readonly CertificateFacts[]): string[] {
  const path = pathOf(chain)
  const last = chain[path.at(-1) ?? -1]
  if (!last) return []
  const unused = chain.map((_, position) => position).filter((position) => !path.includes(position))
  const early = path.find((position) => chain[position]!.notAfter < chain[0]!.notAfter)
  const warnings: string[] = []
  if (!chain[0]!.hasAlternativeNames)
    warnings.push('It has no subject alternative name. Browsers ignore the common name and refuse it.')
  if (!isSelfIssued(last) && (unused.length > 0 || path.length === 1))
    warnings.push(
      `The certificate of ${last.issuer}, which issued ${last.subject}, is missing. Clients that don't know it refuse the connection.`,
    )
  if (path.some((position, index) => index > 0 && position < path[index - 1]!))
    warnings.push('The chain is out of order. It is served in the right order.')
  for (const position of unused)
    warnings.push(
      `Certificate ${position + 1} of ${chain.length}, ${chain[position]!.subject}, issued none of the others. It is not served.`,
    )
  if (early !== undefined && !isSelfIssued(chain[early]!))
    warnings.push(
      `The certificate of ${chain[early]!.subject} expires on ${day(chain[early]!.notAfter)}, before the server's own.`,
    )
  return warnings
}

/** Returns when a chain stops working: the first end of the certificates that clients use, without the root. */
export const chainEnd = (chain: readonly CertificateFacts[]): Date =>
  new Date(
    Math.min(
      ...pathOf(chain).flatMap((position, index) =>
        index > 0 && isSelfIssued(chain[position]!) ? [] : [chain[position]!.notAfter.getTime()],
      ),
    ),
  )
