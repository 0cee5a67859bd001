/** Answers below it are not worth the work; bytes. */
const WORTHWHILE = 1024

/** Compresses a JSON answer for whoever takes it; streams of events pass as they are. */
export async function compress(request: Request, response: Response): Promise<Response> {
  if (!response.body || response.headers.has('content-encoding')) return response
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response
  if (!request.headers.get('accept-encoding')?.includes('gzip')) return response
  const bytes = await response.arrayBuffer()
  const headers = new Headers(response.headers)
  headers.append('vary', 'accept-encoding')
  if (bytes.byteLength < WORTHWHILE) return new Response(bytes, { status: response.status, headers })
  headers.set('content-encoding', 'gzip')
  headers.delete('content-length')
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(packed, { status: response.status, headers })
}
