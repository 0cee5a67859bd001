import type { BenchServer } from './running-server.ts'

/** The fields of the answers that the bench reads. */
type Answer = {
  id: string
  bearer_token: string
  run_state: string
  items: { id: string; name: string; run_state: string; note: string | null }[]
  role_assignments: object[]
}

/** Sends one request to a server of the bench. @throws Error for an answer of 300 or more. */
export async function ask(
  server: Pick<BenchServer, 'url' | 'cookie'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const headers = { cookie: server.cookie, 'content-type': 'application/json', prefer: 'respond-async' }
  const response = await fetch(server.url + path, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  const text = await response.text()
  return (text ? JSON.parse(text) : null) as Answer
}
