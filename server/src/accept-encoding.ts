/**
 * Which of the content codings a client takes (RFC 9110, 12.5.3). One that it names with a weight of 0 it refuses.
 * @param offered in the order in which the server prefers them.
 * @returns null when it takes none of them: the answer goes as it is.
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
