// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Create external subnet. */
export const externalSubnetCreate = /* @__PURE__ */ call('externalSubnetCreate', 'POST', '/v1/external-subnets', ['external-subnet'])
/** Update external subnet. */
export const externalSubnetUpdate = /* @__PURE__ */ call('externalSubnetUpdate', 'PUT', '/v1/external-subnets/{externalSubnet}', ['external-subnet'])
/** Delete external subnet. */
export const externalSubnetDelete = /* @__PURE__ */ call('externalSubnetDelete', 'DELETE', '/v1/external-subnets/{externalSubnet}', ['external-subnet'])
/** Attach external subnet to an instance. */
export const externalSubnetAttach = /* @__PURE__ */ call('externalSubnetAttach', 'POST', '/v1/external-subnets/{externalSubnet}/attach', ['external-subnet'])
/** Detach external subnet. */
export const externalSubnetDetach = /* @__PURE__ */ call('externalSubnetDetach', 'POST', '/v1/external-subnets/{externalSubnet}/detach', ['external-subnet'])
