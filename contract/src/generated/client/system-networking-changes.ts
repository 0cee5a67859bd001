// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** Create address lot. */
export const networkingAddressLotCreate = /* @__PURE__ */ call('networkingAddressLotCreate', 'POST', '/v1/system/networking/address-lot', ['address-lot', 'address-lot-block'])
/** Delete address lot. */
export const networkingAddressLotDelete = /* @__PURE__ */ call('networkingAddressLotDelete', 'DELETE', '/v1/system/networking/address-lot/{addressLot}', ['address-lot', 'address-lot-block'])
/** Enable a BFD session. */
export const networkingBfdEnable = /* @__PURE__ */ call('networkingBfdEnable', 'POST', '/v1/system/networking/bfd-enable', ['bfd-session'])
/** Disable a BFD session. */
export const networkingBfdDisable = /* @__PURE__ */ call('networkingBfdDisable', 'POST', '/v1/system/networking/bfd-disable', ['bfd-session'])
/** Create BGP configuration. */
export const networkingBgpConfigCreate = /* @__PURE__ */ call('networkingBgpConfigCreate', 'POST', '/v1/system/networking/bgp', ['bgp-config'])
/** Update BGP configuration. */
export const networkingBgpConfigUpdate = /* @__PURE__ */ call('networkingBgpConfigUpdate', 'PUT', '/v1/system/networking/bgp', ['bgp-config'])
/** Delete BGP configuration. */
export const networkingBgpConfigDelete = /* @__PURE__ */ call('networkingBgpConfigDelete', 'DELETE', '/v1/system/networking/bgp', ['bgp-config'])
/** Create or replace announce set. */
export const networkingBgpAnnounceSetUpdate = /* @__PURE__ */ call('networkingBgpAnnounceSetUpdate', 'PUT', '/v1/system/networking/bgp-announce-set', ['bgp-announce-set', 'bgp-announcement'])
/** Delete announce set. */
export const networkingBgpAnnounceSetDelete = /* @__PURE__ */ call('networkingBgpAnnounceSetDelete', 'DELETE', '/v1/system/networking/bgp-announce-set/{announceSet}', ['bgp-announce-set', 'bgp-announcement'])
/** Update LLDP settings of a switch port. */
export const networkingSwitchPortLldpConfigUpdate = /* @__PURE__ */ call('networkingSwitchPortLldpConfigUpdate', 'POST', '/v1/system/hardware/switch-port/{port}/lldp/config', ['switch-port-settings'])
/** Create loopback address. */
export const networkingLoopbackAddressCreate = /* @__PURE__ */ call('networkingLoopbackAddressCreate', 'POST', '/v1/system/networking/loopback-address', ['loopback-address'])
/** Delete loopback address. */
export const networkingLoopbackAddressDelete = /* @__PURE__ */ call('networkingLoopbackAddressDelete', 'DELETE', '/v1/system/networking/loopback-address/{rackId}/{switchSlot}/{address}/{subnetMask}', ['loopback-address'])
/** Replace the allow list. */
export const networkingAllowListUpdate = /* @__PURE__ */ call('networkingAllowListUpdate', 'PUT', '/v1/system/networking/allow-list', ['networking-settings'])
/** Set whether services receive ICMP. */
export const networkingInboundIcmpUpdate = /* @__PURE__ */ call('networkingInboundIcmpUpdate', 'PUT', '/v1/system/networking/inbound-icmp', ['networking-settings'])
/** Update networking settings. */
export const systemNetworkingSettingsUpdate = /* @__PURE__ */ call('systemNetworkingSettingsUpdate', 'PUT', '/v1/system/networking/settings', ['networking-settings'])
/** Create or replace switch port settings. */
export const networkingSwitchPortSettingsCreate = /* @__PURE__ */ call('networkingSwitchPortSettingsCreate', 'POST', '/v1/system/networking/switch-port-settings', ['switch-port-settings'])
/** Delete switch port settings. */
export const networkingSwitchPortSettingsDelete = /* @__PURE__ */ call('networkingSwitchPortSettingsDelete', 'DELETE', '/v1/system/networking/switch-port-settings', ['switch-port-settings'])
