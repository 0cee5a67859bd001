// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List address lots. */
export const networkingAddressLotList = /* @__PURE__ */ call('networkingAddressLotList', 'GET', '/v1/system/networking/address-lot')
/** Create address lot. */
export const networkingAddressLotCreate = /* @__PURE__ */ call('networkingAddressLotCreate', 'POST', '/v1/system/networking/address-lot', ['address-lot', 'address-lot-block'])
/** Fetch address lot. */
export const networkingAddressLotView = /* @__PURE__ */ call('networkingAddressLotView', 'GET', '/v1/system/networking/address-lot/{addressLot}')
/** Delete address lot. */
export const networkingAddressLotDelete = /* @__PURE__ */ call('networkingAddressLotDelete', 'DELETE', '/v1/system/networking/address-lot/{addressLot}', ['address-lot', 'address-lot-block'])
/** List blocks of address lot. */
export const networkingAddressLotBlockList = /* @__PURE__ */ call('networkingAddressLotBlockList', 'GET', '/v1/system/networking/address-lot/{addressLot}/blocks')
/** Enable a BFD session. */
export const networkingBfdEnable = /* @__PURE__ */ call('networkingBfdEnable', 'POST', '/v1/system/networking/bfd-enable', ['bfd-session'])
/** Disable a BFD session. */
export const networkingBfdDisable = /* @__PURE__ */ call('networkingBfdDisable', 'POST', '/v1/system/networking/bfd-disable', ['bfd-session'])
/** List the states of BFD sessions. */
export const networkingBfdStatus = /* @__PURE__ */ call('networkingBfdStatus', 'GET', '/v1/system/networking/bfd-status')
/** List BGP sessions. */
export const networkingBgpStatus = /* @__PURE__ */ call('networkingBgpStatus', 'GET', '/v1/system/networking/bgp-status')
/** List imported routes. */
export const networkingBgpImported = /* @__PURE__ */ call('networkingBgpImported', 'GET', '/v1/system/networking/bgp-imported')
/** List exported routes. */
export const networkingBgpExported = /* @__PURE__ */ call('networkingBgpExported', 'GET', '/v1/system/networking/bgp-exported')
/** Fetch BGP messages. */
export const networkingBgpMessageHistory = /* @__PURE__ */ call('networkingBgpMessageHistory', 'GET', '/v1/system/networking/bgp-message-history')
/** List BGP configurations. */
export const networkingBgpConfigList = /* @__PURE__ */ call('networkingBgpConfigList', 'GET', '/v1/system/networking/bgp')
/** Create BGP configuration. */
export const networkingBgpConfigCreate = /* @__PURE__ */ call('networkingBgpConfigCreate', 'POST', '/v1/system/networking/bgp', ['bgp-config'])
/** Update BGP configuration. */
export const networkingBgpConfigUpdate = /* @__PURE__ */ call('networkingBgpConfigUpdate', 'PUT', '/v1/system/networking/bgp', ['bgp-config'])
/** Delete BGP configuration. */
export const networkingBgpConfigDelete = /* @__PURE__ */ call('networkingBgpConfigDelete', 'DELETE', '/v1/system/networking/bgp', ['bgp-config'])
/** List announce sets. */
export const networkingBgpAnnounceSetList = /* @__PURE__ */ call('networkingBgpAnnounceSetList', 'GET', '/v1/system/networking/bgp-announce-set')
/** Create or replace announce set. */
export const networkingBgpAnnounceSetUpdate = /* @__PURE__ */ call('networkingBgpAnnounceSetUpdate', 'PUT', '/v1/system/networking/bgp-announce-set', ['bgp-announce-set', 'bgp-announcement'])
/** Delete announce set. */
export const networkingBgpAnnounceSetDelete = /* @__PURE__ */ call('networkingBgpAnnounceSetDelete', 'DELETE', '/v1/system/networking/bgp-announce-set/{announceSet}', ['bgp-announce-set', 'bgp-announcement'])
/** List announcements. */
export const networkingBgpAnnouncementList = /* @__PURE__ */ call('networkingBgpAnnouncementList', 'GET', '/v1/system/networking/bgp-announce-set/{announceSet}/announcement')
/** List LLDP neighbors of a switch port. */
export const networkingSwitchPortLldpNeighbors = /* @__PURE__ */ call('networkingSwitchPortLldpNeighbors', 'GET', '/v1/system/hardware/rack-switch-port/{rackId}/{switchSlot}/{port}/lldp/neighbors')
/** Fetch LLDP settings of a switch port. */
export const networkingSwitchPortLldpConfigView = /* @__PURE__ */ call('networkingSwitchPortLldpConfigView', 'GET', '/v1/system/hardware/switch-port/{port}/lldp/config')
/** Update LLDP settings of a switch port. */
export const networkingSwitchPortLldpConfigUpdate = /* @__PURE__ */ call('networkingSwitchPortLldpConfigUpdate', 'POST', '/v1/system/hardware/switch-port/{port}/lldp/config', ['switch-port-settings'])
/** List loopback addresses. */
export const networkingLoopbackAddressList = /* @__PURE__ */ call('networkingLoopbackAddressList', 'GET', '/v1/system/networking/loopback-address')
/** Create loopback address. */
export const networkingLoopbackAddressCreate = /* @__PURE__ */ call('networkingLoopbackAddressCreate', 'POST', '/v1/system/networking/loopback-address', ['loopback-address'])
/** Delete loopback address. */
export const networkingLoopbackAddressDelete = /* @__PURE__ */ call('networkingLoopbackAddressDelete', 'DELETE', '/v1/system/networking/loopback-address/{rackId}/{switchSlot}/{address}/{subnetMask}', ['loopback-address'])
/** Fetch the allow list. */
export const networkingAllowListView = /* @__PURE__ */ call('networkingAllowListView', 'GET', '/v1/system/networking/allow-list')
/** Replace the allow list. */
export const networkingAllowListUpdate = /* @__PURE__ */ call('networkingAllowListUpdate', 'PUT', '/v1/system/networking/allow-list', ['networking-settings'])
/** Fetch whether services receive ICMP. */
export const networkingInboundIcmpView = /* @__PURE__ */ call('networkingInboundIcmpView', 'GET', '/v1/system/networking/inbound-icmp')
/** Set whether services receive ICMP. */
export const networkingInboundIcmpUpdate = /* @__PURE__ */ call('networkingInboundIcmpUpdate', 'PUT', '/v1/system/networking/inbound-icmp', ['networking-settings'])
/** Fetch networking settings. */
export const systemNetworkingSettingsView = /* @__PURE__ */ call('systemNetworkingSettingsView', 'GET', '/v1/system/networking/settings')
/** Update networking settings. */
export const systemNetworkingSettingsUpdate = /* @__PURE__ */ call('systemNetworkingSettingsUpdate', 'PUT', '/v1/system/networking/settings', ['networking-settings'])
/** List switch port settings. */
export const networkingSwitchPortSettingsList = /* @__PURE__ */ call('networkingSwitchPortSettingsList', 'GET', '/v1/system/networking/switch-port-settings')
/** Create switch port settings. */
export const networkingSwitchPortSettingsCreate = /* @__PURE__ */ call('networkingSwitchPortSettingsCreate', 'POST', '/v1/system/networking/switch-port-settings', ['switch-port-settings'])
/** Fetch switch port settings. */
export const networkingSwitchPortSettingsView = /* @__PURE__ */ call('networkingSwitchPortSettingsView', 'GET', '/v1/system/networking/switch-port-settings/{port}')
/** Delete switch port settings. */
export const networkingSwitchPortSettingsDelete = /* @__PURE__ */ call('networkingSwitchPortSettingsDelete', 'DELETE', '/v1/system/networking/switch-port-settings', ['switch-port-settings'])
