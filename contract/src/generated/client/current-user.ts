// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List SSH public keys of the current user. */
export const currentUserSshKeyList = /* @__PURE__ */ call('currentUserSshKeyList', 'GET', '/v1/me/ssh-keys', [], {"choices":"SSH keys"})
/** Fetch SSH public key. */
export const currentUserSshKeyView = /* @__PURE__ */ call('currentUserSshKeyView', 'GET', '/v1/me/ssh-keys/{sshKey}')
