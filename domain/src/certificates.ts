/** What there is to know of an X.509 certificate before it is used; see contract `x509/`. */
export type CertificateFacts = {
  /** Whose it is and who signed it: the common name, or the whole name where it has none. */
  subject: string
  issuer: string
  /** Host names that it is for: the DNS names of its subject alternative name, or the common name where it has none. */
  names: string[]
  notBefore: Date
  notAfter: Date
  /** Whether a server may use it; null where it does not say what it may be used for. */
  serverAuth: boolean | null
}

/** The host name of a silo's API and console. @param zone DNS zone that silos have their names in. */
export const siloHostName = (silo: string, zone: string): string => `${silo}.sys.${zone}`

const comparable = (name: string): string => name.toLowerCase().replace(/\.$/, '')

/**
 * Whether a name of a certificate covers a host. `*` stands for one whole first label and nothing else (RFC 6125), and
 * never for a host of one label.
 */
export function nameCovers(name: string, host: string): boolean {
  const [pattern, wanted] = [comparable(name), comparable(host)]
  if (!pattern.startsWith('*.')) return pattern === wanted && !pattern.includes('*')
  const dot = wanted.indexOf('.')
  return dot > 0 && pattern.slice(1) === wanted.slice(dot) && !pattern.slice(1).includes('*')
}

/**
 * Why a chain of certificates cannot serve a host, or null. The first is the one of the server; those after it lead to a
 * root. One that is not valid yet is taken: it may be there ahead of time.
 * @param host null where any name will do.
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
