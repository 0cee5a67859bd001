/** Hexadecimal digits of a digest, by algorithm. */
const DIGITS = { sha256: 64, sha512: 128 } as const
export type ChecksumAlgorithm = keyof typeof DIGITS

/** Maximum length of a checksum, in characters. */
export const MAX_CHECKSUM_LENGTH = DIGITS.sha512

/** Returns what is wrong with a checksum, or null. */
export function checksumProblem(value: string): string | null {
  const isHex = /^[\da-f]+$/i.test(value)
  return isHex && algorithmOf(value) !== null
    ? null
    : `Must be a SHA-256 or SHA-512 checksum: ${DIGITS.sha256} or ${DIGITS.sha512} hexadecimal digits`
}

/** Returns the algorithm of a checksum by its length, or null. */
export function algorithmOf(checksum: string): ChecksumAlgorithm | null {
  if (checksum.length === DIGITS.sha256) return 'sha256'
  return checksum.length === DIGITS.sha512 ? 'sha512' : null
}

/** `DIGEST  name`, `DIGEST *name` or a digest alone, as `sha256sum` writes it. */
const GNU_LINE = /^\\?([\da-f]{64}|[\da-f]{128})(?:\s+\*?(\S.*?))?\s*$/i
/** `SHA256 (name) = DIGEST`, as `sha256sum --tag` writes it. */
const TAGGED_LINE = /^SHA(?:256|512)\s*\((.+)\)\s*=\s*([\da-f]{64}|[\da-f]{128})\s*$/i

/**
 * Returns the digest of one line as tools print it, such as `DIGEST  name`, `SHA256 (name) = DIGEST` or `sha256:DIGEST`, or the trimmed
 * text if it is none.
 */
export function pastedChecksum(text: string): string {
  const line = text.trim()
  const labelled = /^sha(?:256|512)\s*[:=-]\s*([\da-f]+)$/i.exec(line)?.[1]
  return labelled ?? TAGGED_LINE.exec(line)?.[2] ?? GNU_LINE.exec(line)?.[1] ?? line
}

/**
 * Finds the checksum of a file in a publisher's list. Lines of other formats, such as signatures, are skipped.
 * @returns lower case, or null if the list has none; a list with one digest and no name is about any file.
 */
export function checksumIn(list: string, fileName: string): string | null {
  const found: { name: string | null; digest: string }[] = []
  for (const line of list.split('\n')) {
    const tagged = TAGGED_LINE.exec(line)
    const gnu = tagged ? null : GNU_LINE.exec(line)
    if (tagged) found.push({ name: tagged[1]!, digest: tagged[2]! })
    else if (gnu) found.push({ name: gnu[2] ?? null, digest: gnu[1]! })
  }
  const isIt = (name: string | null) => name?.replace(/^.*\//, '') === fileName
  const nameless = found.length === 1 && found[0]!.name === null ? found[0] : undefined
  const own = found.filter(({ name }) => isIt(name)).toSorted((a, b) => b.digest.length - a.digest.length)
  return (own[0] ?? nameless)?.digest.toLowerCase() ?? null
}

/** Returns the file name of an address, decoded; '' if it has none. */
export function fileNameOf(url: string): string {
  const [, ...path] = url
    .replace(/[?#].*$/s, '')
    .replace(/^\w+:\/\//, '')
    .split('/')
  const last = path.at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
