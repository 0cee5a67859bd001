import type { Id, Json, Named } from './values.ts'

export type SwitchPortSettingsRow = Named & {
  /** Links, addresses, routes and peers, with the IDs of what they use. */
  config: Json
}

export type SwitchPortTables = {
  switch_port_settings: SwitchPortSettingsRow
  /** Addresses that settings hold. */
  switch_port_settings_address: { port_settings_id: Id; reservation_id: Id }
  /** BGP configurations that settings use. */
  switch_port_settings_bgp: { port_settings_id: Id; bgp_config_id: Id }
}
