import type { ControlPlane } from '../src/control-plane.ts'
import { requireDocumentedScim } from './documented-scim.ts'
import { requireDocumented } from './documented.ts'

/** Returns a control plane whose JSON answers throw unless they are documented. Streams pass as they are. */
export const documentedFetch = (controlPlane: ControlPlane): ControlPlane => ({
  ...controlPlane,
  async fetch(request, bindings) {
    const { method, url, headers } = request
    const version = headers.get('api-version')
    const response = await controlPlane.fetch(request, bindings)
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (method === 'HEAD' || !/^application\/(?:scim\+)?json$/.test(type)) return response
    const text = await response.text()
    const answer = { status: response.status, body: JSON.parse(text) as unknown }
    if (new URL(url).pathname.startsWith('/scim/')) requireDocumentedScim(url, answer)
    else requireDocumented(method, url, answer, version)
    return new Response(text, response)
  },
})
