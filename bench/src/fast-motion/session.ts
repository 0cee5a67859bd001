import { Agent, request } from 'node:http'

const PASSWORD = 'only-for-the-bench'

/** A client of the server that signs in again and again. */
export type Session = {
  url: string
  cookie: string
  agent: Agent
  /** Sends a request. @returns the status, and the answer if there is one. @throws Error for a status of 500 or more. */
  ask: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: never }>
  /** The same. @throws Error for a refusal. */
  must: <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>
  /** Signs in, with another session than before. */
  renew: () => Promise<void>
  requests: number
}

/** Opens a session of the first administrator. @param connections maximum number of connections. */
export async function openSession(url: string, connections: number): Promise<Session> {
  const session: Session = {
    url,
    cookie: '',
    agent: new Agent({ keepAlive: true, maxSockets: connections }),
    requests: 0,
    ask: (method, path, body) => ask(session, method, path, body),
    async must(method, path, body) {
      const answer = await ask(session, method, path, body)
      if (answer.status >= 300)
        throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    async renew() {
      const response = await signIn(url, 'admin')
      if (!response.ok) throw new Error(`signing in answered ${response.status}: ${await response.text()}`)
      session.cookie = response.headers.get('set-cookie')!.split(';')[0]!
    },
  }
  await session.renew()
  return session
}

/** Signs a user in, with the password of the first administrator. */
export const signIn = (url: string, username: string): Promise<Response> =>
  fetch(`${url}/v1/login/main/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  })

/** Settings of a server whose administrator has that password. */
export const ADMIN = { GRANARY_COMPUTE: 'simulated', GRANARY_ADMIN_PASSWORD: PASSWORD }

function ask(session: Session, method: string, path: string, body?: unknown) {
  const { url, agent, cookie } = session
  session.requests += 1
  const bytes = body instanceof Uint8Array
  const headers = { cookie, 'content-type': bytes ? 'application/octet-stream' : 'application/json' }
  return new Promise<{ status: number; body: never }>((resolve, reject) => {
    const outgoing = request(url + path, { method, agent, headers }, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.once('error', reject)
      incoming.once('end', () => {
        const text = Buffer.concat(parts).toString()
        const status = incoming.statusCode!
        if (status >= 500) reject(new Error(`${method} ${path} answered ${status}: ${text}`))
        else resolve({ status, body: (text ? JSON.parse(text) : null) as never })
      })
    })
    outgoing.once('error', reject)
    outgoing.end(bytes ? body : body === undefined ? undefined : JSON.stringify(body))
  })
}
