import { addSilo } from './people.ts'
import type { Answer, World } from './world.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** An identity provider that provisions a silo. */
export type ScimClient = {
  siloId: string
  token: string
  /** Sends a request below `/scim/v2`. */
  ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** Creates a user and expects success. @returns the id. */
  addUser: (userName: string, more?: object) => Promise<string>
  addGroup: (displayName: string, memberIds?: string[], more?: object) => Promise<string>
  patch: (path: string, ...operations: object[]) => Promise<Answer>
}

/** Sends a raw request below `/scim/v2`. */
export async function requestScim(
  { controlPlane }: World,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array
  const response = await controlPlane.fetch(
    new Request(`http://test/scim/v2${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }), ...headers },
      body: body === undefined ? null : raw ? (body as string) : JSON.stringify(body),
    }),
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

/** Creates a silo that is provisioned by SCIM, and a token for it. */
export async function openScimSilo(
  world: World,
  name: string,
  other: Parameters<typeof addSilo>[2] = {},
): Promise<ScimClient> {
  const siloId = await addSilo(world.services, name, { identity_mode: 'saml_scim', ...other })
  const { body } = await world.ask('POST', `/v1/system/scim/tokens?silo=${name}`)
  const token = body.bearer_token as string
  const ask: ScimClient['ask'] = (method, path, given, headers = {}) =>
    requestScim(world, method, path, given, { authorization: `Bearer ${token}`, ...headers })
  const create = async (path: string, given: object) => {
    const answer = await ask('POST', path, given)
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id as string
  }
  return {
    siloId,
    token,
    ask,
    addUser: (userName, more = {}) => create('/Users', { schemas: [USER], userName, ...more }),
    addGroup: (displayName, memberIds = [], more = {}) =>
      create('/Groups', {
        schemas: [GROUP],
        displayName,
        members: memberIds.map((value) => ({ value })),
        ...more,
      }),
    patch: (path, ...Operations) => ask('PATCH', path, { schemas: [PATCH], Operations }),
  }
}
