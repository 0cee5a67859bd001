// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Create SSH public key. */
export const currentUserSshKeyCreate = /* @__PURE__ */ call('currentUserSshKeyCreate', 'POST', '/v1/me/ssh-keys', ['ssh-key'])
/** Delete SSH public key. */
export const currentUserSshKeyDelete = /* @__PURE__ */ call('currentUserSshKeyDelete', 'DELETE', '/v1/me/ssh-keys/{sshKey}', ['ssh-key'])
