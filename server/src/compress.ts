import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { acceptedEncoding } from './accept-encoding.ts'

/** Smaller answers aren't worth compressing; bytes. */
const MIN_COMPRESSED_BYTES = 1024
/** Matches SCIM's type as well. */
const JSON_TYPE = /^application\/(scim\+)?json\b/
/** Compresses lists of the API to within 3 % of the best level in a third of its time. */
const options = { level: constants.Z_DEFAULT_COMPRESSION }

/** Whether the client gets an answer of this length compressed; bytes. */
export const isCompressed = (request: Request, length: number): boolean =>
  length >= MIN_COMPRESSED_BYTES &&
  acceptedEncoding(request.headers.get('accept-encoding'), ['gzip']) !== null

/** Returns the compressed form of an answer's body. */
export const gzipped = (body: string | ArrayBuffer): Promise<Buffer<ArrayBuffer>> =>
  promisify(gzip)(body, options) as Promise<Buffer<ArrayBuffer>>

/** Compresses a JSON answer for clients that accept it. Event streams pass unchanged. */
export async function compress(request: Request, response: Response): Promise<Response> {
  if (!response.body || response.headers.has('content-encoding')) return response
  if (!JSON_TYPE.test(response.headers.get('content-type') ?? '')) return response
  response.headers.append('vary', 'accept-encoding')
  if (!acceptedEncoding(request.headers.get('accept-encoding'), ['gzip'])) return response
  const bytes = await response.arrayBuffer()
  const { status, headers } = response
  if (bytes.byteLength < MIN_COMPRESSED_BYTES) return new Response(bytes, { status, headers })
  headers.set('content-encoding', 'gzip')
  headers.delete('content-length')
  return new Response(await gzipped(bytes), { status, headers })
}
