import type { Page } from '@playwright/test'
import { expect, test as base, withoutPrefetch } from './fixtures.ts'
import { unique } from './silo-fixtures.ts'

type Role = 'viewer' | 'limited_collaborator' | 'collaborator' | 'admin'
type Person = {
  /** Signed in as the person. */
  page: Page
  /** Gives the person another role in the project, or none. */
  become: (role: Role | null) => Promise<void>
}

/** Tests with a second user, whose only role is one in the project. */
export const test = base.extend<{ person: (role: Role) => Promise<Person> }>({
  person: async ({ page: admin, make, project, browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await withoutPrefetch(context)
    await use(async (role) => {
      const name = unique('eve')
      const password = 'only looks around'
      const { id } = await make('/v1/system/identity-providers/local/users?silo=main', {
        external_id: name,
        password: { mode: 'password', value: password },
      })
      const become = async (next: Role | null) => {
        const one = { identity_id: id, identity_type: 'silo_user', role_name: next }
        const data = { role_assignments: next ? [one] : [] }
        expect((await admin.request.put(`/v1/projects/${project}/policy`, { data })).status()).toBe(200)
      }
      await become(role)
      const page = await context.newPage()
      const data = { username: name, password }
      expect((await page.request.post('/v1/login/main/local', { data })).status()).toBe(204)
      return { page, become }
    })
    await context.close()
  },
})
