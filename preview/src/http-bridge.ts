import { contract } from '@granary/contract/contract.ts'
import { http, passthrough, type RequestHandler } from 'msw'
import type { Backend } from './backend.ts'
import { chaosResponse, pickLatency } from './disturb.ts'
import type { PreviewSettings } from './settings.ts'

const segment = (path: string): string => path.replace(/\{\w+\}/g, '[^/]+')
const API_PATHS = new RegExp(
  `^(${[...new Set(Object.values(contract).map(({ path }) => segment(path)))].join('|')}|/scim/v2/.*)$`,
)

/**
 * Answers API requests from the backend in this tab. Logs unknown requests and lets them pass to the network. Bodies
 * are streamed, so that events arrive one by one and a disconnecting client ends its stream in the backend.
 */
export function httpBridge(backend: Promise<Backend>, { latency, chaos }: PreviewSettings): RequestHandler[] {
  const answer = async ({ request }: { request: Request }): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (!API_PATHS.test(pathname)) {
      console.warn(`The preview does not know ${request.method} ${pathname}: it goes to the network`)
      return passthrough()
    }
    if (!pathname.startsWith('/v1/')) return (await backend).fetch(request)
    const wait = pickLatency(latency, Math.random)
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    return chaosResponse(chaos, Math.random) ?? (await backend).fetch(request)
  }
  return [
    ...['/v1/*', '/experimental/v1/*', '/scim/v2/*'].map((path) => http.all(path, answer)),
    // A GET of this path is a page.
    http.post('/device/:step', answer),
  ]
}
