// What the host knows of who asks. It writes these headers itself and takes out what a client sends under their names.

/** The address that a request comes from; `unknown` where the host cannot tell. */
export const clientAddress = (request: Request): string =>
  request.headers.get('x-granary-client-address') ?? 'unknown'

/** Scheme and host of this site as the client wrote them, also behind a proxy: `https://cloud.example`. */
export function clientOrigin(request: Request): string {
  const { protocol, host } = new URL(request.url)
  const scheme = request.headers.get('x-granary-client-scheme') ?? protocol.slice(0, -1)
  return `${scheme}://${request.headers.get('x-granary-client-host') ?? host}`
}
