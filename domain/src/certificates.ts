/** The fields of an X.509 certificate that decide whether it can be used; the contract's `x509/` reads them. */
export type CertificateFacts = {
  /** Subject and issuer: the common name, or the whole distinguished name if there is none. */
  subject: string
  issuer: string
  /** DNS names of the subject alternative name, or the common name if there are none. */
  names: string[]
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
 * Returns why a certificate chain can't serve a host, or null. The server's certificate comes first, followed by its
 * issuers. A certificate that is not valid yet is accepted, so that it can be installed in advance.
 * @param host null to accept any name.
 */
export function chainProblem(
  chain: readonly CertificateFacts[],
  { host, now }: { host: string | null; now: Date },
): string | null {
  const [leaf] = chain
  if (!leaf) return 'there is no certificate in it'
  const expired = chain.findIndex(({ notAfter }) => notAfter <= now)
  if (expired >= 0)
    return `${chain.length > 1 ? `certificate ${expired + 1} of ${chain.length}` : 'it'} expired on ${chain[expired]!.notAfter.toISOString().slice(0, 10)}`
  if (leaf.serverAuth === false) return 'it may not be used to authenticate a server'
  if (host !== null && !leaf.names.some((name) => nameCovers(name, host)))
    return `it is not for ${host}; ${leaf.names.length > 0 ? `it is for ${leaf.names.join(', ')}` : 'it names no host'}`
  return null
}

/** Returns when the first certificate of a chain expires. */
export const chainEnd = (chain: readonly CertificateFacts[]): Date =>
  new Date(Math.min(...chain.map(({ notAfter }) => notAfter.getTime())))
