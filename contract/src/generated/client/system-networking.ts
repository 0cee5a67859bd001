// Made by `npm run generate` from the contract; do not edit.
import { call } from '../../call.ts'

/** List address lots. */
export const networkingAddressLotList = /* @__PURE__ */ call('networkingAddressLotList', 'GET', '/v1/system/networking/address-lot')
/** Fetch address lot. */
export const networkingAddressLotView = /* @__PURE__ */ call('networkingAddressLotView', 'GET', '/v1/system/networking/address-lot/{addressLot}')
/** List blocks of address lot. */
export const networkingAddressLotBlockList = /* @__PURE__ */ call('networkingAddressLotBlockList', 'GET', '/v1/system/networking/address-lot/{addressLot}/blocks')
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
/** List announce sets. */
export const networkingBgpAnnounceSetList = /* @__PURE__ */ call('networkingBgpAnnounceSetList', 'GET', '/v1/system/networking/bgp-announce-set')
/** List announcements. */
export const networkingBgpAnnouncementList = /* @__PURE__ */ call('networkingBgpAnnouncementList', 'GET', '/v1/system/networking/bgp-announce-set/{announceSet}/announcement')
/** List LLDP neighbors of a switch port. */
export const networkingSwitchPortLldpNeighbors = /* @__PURE__ */ call('networkingSwitchPortLldpNeighbors', 'GET', '/v1/system/hardware/rack-switch-port/{rackId}/{switchSlot}/{port}/lldp/neighbors')
/** Fetch LLDP settings of a switch port. */
export const networkingSwitchPortLldpConfigView = /* @__PURE__ */ call('networkingSwitchPortLldpConfigView', 'GET', '/v1/system/hardware/switch-port/{port}/lldp/config')
/** List loopback addresses. */
export const networkingLoopbackAddressList = /* @__PURE__ */ call('networkingLoopbackAddressList', 'GET', '/v1/system/networking/loopback-address')
/** Fetch the allow list. */
export const networkingAllowListView = /* @__PURE__ */ call('networkingAllowListView', 'GET', '/v1/system/networking/allow-list')
/** Fetch whether services receive ICMP. */
export const networkingInboundIcmpView = /* @__PURE__ */ call('networkingInboundIcmpView', 'GET', '/v1/system/networking/inbound-icmp')
/** Fetch networking settings. */
export const systemNetworkingSettingsView = /* @__PURE__ */ call('systemNetworkingSettingsView', 'GET', '/v1/system/networking/settings')
/** List switch port settings. */
export const networkingSwitchPortSettingsList = /* @__PURE__ */ call('networkingSwitchPortSettingsList', 'GET', '/v1/system/networking/switch-port-settings')
/** Fetch switch port settings. */
export const networkingSwitchPortSettingsView = /* @__PURE__ */ call('networkingSwitchPortSettingsView', 'GET', '/v1/system/networking/switch-port-settings/{port}')
