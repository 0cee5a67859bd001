// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List SSH public keys of the current user. */
export const currentUserSshKeyList = /* @__PURE__ */ call('currentUserSshKeyList', 'GET', '/v1/me/ssh-keys')
/** Create SSH public key. */
export const currentUserSshKeyCreate = /* @__PURE__ */ call('currentUserSshKeyCreate', 'POST', '/v1/me/ssh-keys', ['ssh-key'])
/** Fetch SSH public key. */
export const currentUserSshKeyView = /* @__PURE__ */ call('currentUserSshKeyView', 'GET', '/v1/me/ssh-keys/{sshKey}')
/** Delete SSH public key. */
export const currentUserSshKeyDelete = /* @__PURE__ */ call('currentUserSshKeyDelete', 'DELETE', '/v1/me/ssh-keys/{sshKey}', ['ssh-key'])
