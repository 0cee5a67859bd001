import type { Flag, Id, Json, Time } from './values.ts'

export type NetworkingSettingsRow = {
  /** `fleet`: there is one row. */
  id: Id
  /** Networks that may send requests to the server; null for any address. */
  allowed_ips: Json | null
  inbound_icmp: Flag
  /** Whether instances may enable jumbo frames. */
  jumbo_frames: Flag
  /** Times of the allow list. */
  time_created: Time
  time_modified: Time
}

export type NetworkingSettingsTables = { networking_settings: NetworkingSettingsRow }
