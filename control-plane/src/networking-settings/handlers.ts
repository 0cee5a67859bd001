import type { AllowedIps } from '@granary/domain/allow-list.ts'
import { allowedBy, allowListProblems } from '@granary/domain/allow-list.ts'
import { contract } from '@granary/contract/contract.ts'
import type { NetworkingSettingsRow } from '../database/schema.ts'
import { handlers } from '../kinds/handler.ts'
import { allowedIpsOf, networkingSettings, networkingSettingsOf } from '../kinds/networking-settings.ts'
import { noteAccessChange } from '../kit/sql/access-version.ts'
import { answer } from '../kit/request/answer.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { type Client, forgetAllowedSources } from '../access/allowed-sources.ts'

const allowListView = (row: NetworkingSettingsRow) => ({
  allowedIps: allowedIpsOf(row),
  timeCreated: row.time_created,
  timeModified: row.time_modified,
})
const settingsView = (row: NetworkingSettingsRow) => ({
  externalJumboFramesOptInEnabled: row.jumbo_frames === 1,
})

/** Changes settings and logs the change. */
const change = async (context: Context, values: Partial<NetworkingSettingsRow>) =>
  networkingSettings.update(context, { row: await networkingSettingsOf(context), scope: fleet }, values)

export const networkingSettingsHandlers = handlers({
  networkingAllowListView: async (context) => allowListView(await networkingSettingsOf(context)),
  networkingAllowListUpdate: {
    raw: async (context, { body: { allowedIps } }, _request, client) => {
      refuseList(allowedIps, client)
      const allowed_ips = allowedIps.allow === 'any' ? null : JSON.stringify(allowedIps.ips)
      const row = await inTransaction(context, async (inner) => {
        await noteAccessChange(inner)
        return change(inner, { allowed_ips, time_modified: now(inner) })
      })
      forgetAllowedSources(context.services)
      return answer(contract.networkingAllowListUpdate, allowListView(row))
    },
  },

  networkingInboundIcmpView: async (context) => ({
    enabled: (await networkingSettingsOf(context)).inbound_icmp === 1,
  }),
  networkingInboundIcmpUpdate: async (context, { body: { enabled } }) => {
    await change(context, { inbound_icmp: enabled ? 1 : 0 })
  },

  systemNetworkingSettingsView: async (context) => settingsView(await networkingSettingsOf(context)),
  systemNetworkingSettingsUpdate: async (context, { body }) =>
    settingsView(await change(context, { jumbo_frames: body.externalJumboFramesOptInEnabled ? 1 : 0 })),
})

/** @throws ApiError 400 for a list that is not allowed, or that would exclude the caller. */
function refuseList(allowed: AllowedIps, { isLocal, clientAddress }: Client): void {
  if (allowed.allow === 'any') return
  const [first, ...others] = allowListProblems(allowed.ips).map((each) => ({
    ...each,
    path: `allowed_ips.ips${each.path}`,
  }))
  if (first) throw invalidRequest(first.message).at(first.path, first.code).also(others)
  if (!isLocal && !allowedBy(allowed)(clientAddress))
    throw invalidRequest(`the list must contain your own address, ${clientAddress}`).at(
      'allowed_ips.ips',
      'not_allowed',
    )
}
