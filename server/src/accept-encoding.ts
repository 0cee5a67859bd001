/**
 * Chooses the content coding of an answer (RFC 9110, section 12.5.3). A weight of 0 refuses a coding.
 * @param offered in the order in which the server prefers them.
 * @returns null when the client accepts none of them and the answer goes out uncompressed.
 */
export function acceptedEncoding<Name extends string>(
  header: string | null,
  offered: readonly Name[],
): Name | null {
  const weights = new Map(
    (header ?? '').split(',').map((part) => {
      const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [name!, weight === undefined ? 1 : Number(weight)]
    }),
  )
  return offered.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0) ?? null
}
