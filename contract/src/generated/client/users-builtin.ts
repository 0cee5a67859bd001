// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List built-in users. */
export const userBuiltinList = /* @__PURE__ */ call('userBuiltinList', 'GET', '/v1/system/users-builtin')
/** Fetch built-in user. */
export const userBuiltinView = /* @__PURE__ */ call('userBuiltinView', 'GET', '/v1/system/users-builtin/{user}')
