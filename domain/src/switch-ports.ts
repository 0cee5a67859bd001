/** Maximum length of a TCP MD5 key (RFC 2385). */
export const MAX_MD5_KEY = 80

/** Returns what is wrong with a TCP MD5 key, or null. */
export function md5KeyProblem(text: string): string | null {
  if (text.length > MAX_MD5_KEY) return `Must be at most ${MAX_MD5_KEY} characters`
  return /^[ -~]*$/.test(text) ? null : 'Must consist of printable ASCII characters'
}

/** A BGP peer of a link: a router with an address, or the one at the other end of the link. */
type LinkPeer = {
  linkName: string
  addr: { type: 'numbered'; targetAddr: string } | { type: 'unnumbered' }
}

/** Returns the indexes of peers that repeat an earlier one. @param normalize returns the canonical form of an address. */
export function repeatedPeers(peers: readonly LinkPeer[], normalize: (address: string) => string): number[] {
  const seen = new Set<string>()
  return peers.flatMap(({ linkName, addr }, at) => {
    const key = `${linkName} ${addr.type === 'numbered' ? normalize(addr.targetAddr) : ''}`
    if (seen.has(key)) return [at]
    seen.add(key)
    return []
  })
}
