import { storedJson } from '../kit/base/stored-json.ts'
import type { AllowedIps } from '@granary/domain/allow-list.ts'
import type { NetworkingSettingsRow } from '../database/schema.ts'
import type { Reader } from '../kit/context/reader.ts'
import { logged } from '../kit/resources/logged.ts'

/** Returns the settings of the fleet's network. */
export const networkingSettingsOf = ({ db }: { db: Reader }): Promise<NetworkingSettingsRow> =>
  db.selectFrom('networking_settings').selectAll().where('id', '=', 'fleet').executeTakeFirstOrThrow()

/** Returns the addresses that may send requests to this server. */
export const allowedIpsOf = ({ allowed_ips }: NetworkingSettingsRow): AllowedIps =>
  allowed_ips === null ? { allow: 'any' } : { allow: 'list', ips: storedJson<string[]>(allowed_ips) }

export const networkingSettings = logged({
  kind: 'networking-settings',
  table: 'networking_settings',
  view: (row) => ({
    allowedIps: allowedIpsOf(row),
    inboundIcmp: row.inbound_icmp === 1,
    externalJumboFramesOptInEnabled: row.jumbo_frames === 1,
  }),
})
