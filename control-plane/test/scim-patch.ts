import { expect } from 'vitest'
import { userType } from '../src/scim/schema/user.ts'
import { applyPatch } from '../src/scim/patch/apply.ts'

export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const ENTERPRISE = userType.extensions[0]!.id
/** A user, whom the tests change. */
export const ada = {
  userName: 'ada',
  active: true,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [
    { value: 'ada@work.test', type: 'work', primary: true },
    { value: 'ada@home.test', type: 'home' },
  ],
  [ENTERPRISE]: { department: 'Engines' },
}
/** Applies operations to the user. */
export const patch = (...Operations: object[]) => applyPatch(userType, ada, { schemas: [PATCH], Operations })
/** Matches a refusal of SCIM. */
export const refusal = (scimType: string) => expect.objectContaining({ status: 400, scimType })
export const [work, home] = ada.emails as [object, object]
