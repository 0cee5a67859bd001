import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { TextAnswer } from '@granary/control-plane/kit/request/answer.ts'

/** Smaller answers aren't worth compressing; bytes. */
const MIN_COMPRESSED_BYTES = 1024
/** Matches SCIM's type as well. */
const JSON_TYPE = /^application\/(scim\+)?json\b/
/** Compresses lists of the API to within 3 % of the best level in a third of its time. */
const options = { level: constants.Z_DEFAULT_COMPRESSION }

const gzipped = promisify<string | ArrayBuffer, typeof options, Buffer<ArrayBuffer>>(gzip)

const acceptsGzip = ({ headers }: Request): boolean =>
  acceptedEncoding(headers.get('accept-encoding'), ['gzip']) !== null

/** Compresses a JSON answer on a thread, for a client that accepts that. Event streams pass unchanged. */
export async function compress(
  request: Request,
  answer: Response | TextAnswer,
): Promise<Response | TextAnswer> {
  if (!(answer instanceof TextAnswer)) return compressResponse(request, answer)
  const { status, body } = answer
  if (typeof body !== 'string') return answer
  const headers = { ...answer.headers, vary: 'accept-encoding' }
  if (Buffer.byteLength(body) < MIN_COMPRESSED_BYTES || !acceptsGzip(request))
    return new TextAnswer(status, body, headers)
  return new TextAnswer(status, await gzipped(body, options), { ...headers, 'content-encoding': 'gzip' })
}

async function compressResponse(request: Request, response: Response): Promise<Response> {
  if (!response.body || response.headers.has('content-encoding')) return response
  if (!JSON_TYPE.test(response.headers.get('content-type') ?? '')) return response
  response.headers.append('vary', 'accept-encoding')
  if (!acceptsGzip(request)) return response
  const bytes = await response.arrayBuffer()
  const { status, headers } = response
  if (bytes.byteLength < MIN_COMPRESSED_BYTES) return new Response(bytes, { status, headers })
  headers.set('content-encoding', 'gzip')
  headers.delete('content-length')
  return new Response(await gzipped(bytes, options), { status, headers })
}

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
