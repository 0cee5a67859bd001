import { selfSigned } from '../../contract/test/certificates.ts'
import { expect, test as base } from './fixtures.ts'

type SiloWishes = { identity_mode?: 'local_only' | 'saml_jit' | 'saml_scim'; discoverable?: boolean }
type Fixtures = {
  /** Creates a silo of the test's own by the API. @returns its name. */
  silo: (wishes?: SiloWishes) => Promise<string>
  /** Creates a user of the main silo with a fleet role, or without. @returns the credentials. */
  operator: (role: 'viewer' | 'collaborator' | null) => Promise<{ username: string; password: string }>
}

let made = 0
/** Returns a name that no other test has. */
export const unique = (prefix: string): string =>
  `${prefix}-${Date.now().toString(36)}-${process.env.TEST_WORKER_INDEX}-${++made}`

/** Tests of silos and their users, signed in as the administrator. */
export const test = base.extend<Fixtures>({
  silo: async ({ make }, use) => {
    await use(async (wishes = {}) => {
      const name = unique('silo')
      await make('/v1/system/silos', {
        name,
        description: 'Made by a test',
        identity_mode: 'local_only',
        discoverable: true,
        quotas: { cpus: 8, memory: 2 ** 34, storage: 2 ** 40 },
        tls_certificates: [],
        ...wishes,
      })
      return name
    })
  },
  operator: async ({ make, page }, use) => {
    await use(async (role) => {
      const [username, password] = [unique('operator'), 'only-for-this-test']
      const user = await make('/v1/system/identity-providers/local/users?silo=main', {
        external_id: username,
        password: { mode: 'password', value: password },
      })
      if (role) {
        const policy = await (await page.request.get('/v1/system/policy')).json()
        const given = { identity_id: user.id, identity_type: 'silo_user', role_name: role }
        const replaced = await page.request.put('/v1/system/policy', {
          data: { role_assignments: [...policy.role_assignments, given] },
        })
        expect(replaced.status(), await replaced.text()).toBe(200)
      }
      return { username, password }
    })
  },
})

export { expect }

/** Makes a file for Playwright to choose. */
export const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

/** Makes the files of a certificate and its key. */
export function certificateFiles(names: string[], kind: 'ec' | 'rsa' = 'ec') {
  const { cert, key } = selfSigned({ names, commonName: names[0] ?? 'test', days: 365, key: kind })
  return { cert: file('cert.pem', cert), key: file('key.pem', key), text: cert }
}
