import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { identityProvider } from './identity-provider.ts'

export type IdentityProviderSite = {
  metadata: string
  url: string
  /** Signs the next users in under another name than they ask for. */
  misdirect: () => void
  close: () => void
}

/**
 * An identity provider as a site of its own. Its form asks for a user name and groups, and posts the answer back.
 * @param acsUrl where its answers go.
 */
export async function openIdentityProviderSite(acsUrl: string): Promise<IdentityProviderSite> {
  let audience: string | undefined
  const server = createServer((request, response) => {
    void answer(request).then(
      (html) =>
        response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Sign in</title>${html}`),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // By name, because a browser treats it as another site than the address of the server.
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const idp = identityProvider(acsUrl, { signOnUrl: `${url}/sso` })

  async function answer(request: IncomingMessage): Promise<string> {
    if (request.method === 'GET') {
      const { id, relayState } = await idp.receive(url + request.url)
      return `<form method="post">
        <input type="hidden" name="id" value="${attribute(id)}">
        <input type="hidden" name="state" value="${attribute(relayState)}">
        <label>User name <input name="user"></label>
        <label>Groups <input name="groups"></label>
        <button>Continue</button></form>`
    }
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const form = new URLSearchParams(Buffer.concat(parts).toString())
    const response = await idp.say({
      nameId: form.get('user') ?? '',
      attributes: { groups: [form.get('groups') ?? ''] },
      inResponseTo: form.get('id') ?? undefined,
      tags: audience ? { Audience: audience } : {},
    })
    return `<form method="post" action="${attribute(acsUrl)}">
      <input type="hidden" name="SAMLResponse" value="${response}">
      <input type="hidden" name="RelayState" value="${attribute(form.get('state') ?? '')}"></form>
      <script>document.forms[0].submit()</script>`
  }

  return {
    metadata: idp.metadata,
    url,
    misdirect: () => {
      audience = 'https://somebody-else.example'
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const attribute = (text: string): string => text.replace(/[&"<]/g, (one) => `&#${one.charCodeAt(0)};`)
