import { MAX_ALLOWED_NETWORKS } from '@granary/domain/allow-list.ts'
import { ipNetProblem } from '@granary/domain/ip.ts'
import { z } from 'zod'
import { onFleet } from './needs.ts'
import { family, get, put } from './operation.ts'
import { checkedText, Timestamp } from './scalars.ts'

const AT = '/v1/system/networking'
const network = checkedText(ipNetProblem, 64)

const AllowedSourceIps = z
  .discriminatedUnion('allow', [
    z.object({ allow: z.literal('any') }),
    z.object({
      allow: z.literal('list'),
      ips: z
        .array(network)
        .max(MAX_ALLOWED_NETWORKS)
        .meta({ description: 'Networks in CIDR notation, such as 198.51.100.0/24' }),
    }),
  ])
  .meta({ id: 'AllowedSourceIps' })

const AllowList = z
  .object({
    allowedIps: AllowedSourceIps.meta({ description: 'Any address, or those of a list of networks' }),
    timeCreated: Timestamp.meta({ description: 'When the list was created' }),
    timeModified: Timestamp.meta({ description: 'When the list was last replaced' }),
  })
  .meta({ id: 'AllowList' })

const ServiceIcmpConfig = z
  .object({ enabled: z.boolean().meta({ description: 'Whether services may receive ICMP' }) })
  .meta({ id: 'ServiceIcmpConfig' })

const jumbo = z.boolean().meta({ description: 'Whether instances may enable jumbo frames' })
const SystemNetworkingSettings = z
  .object({ externalJumboFramesOptInEnabled: jumbo })
  .meta({ id: 'SystemNetworkingSettings' })
const SystemNetworkingSettingsUpdate = z
  .object({ externalJumboFramesOptInEnabled: jumbo.default(false) })
  .meta({ id: 'SystemNetworkingSettingsUpdate' })

export const networkingSettings = family('system/networking', {
  networkingAllowListView: get(`${AT}/allow-list`, {
    summary: 'Fetch the allow list',
    description: 'Returns the addresses that may send requests to this server.',
    needs: onFleet('read'),
    shows: ['networking-settings'],
    response: AllowList,
  }),
  networkingAllowListUpdate: put(`${AT}/allow-list`, {
    summary: 'Replace the allow list',
    description:
      'The server refuses requests from all other addresses with 403, within a second on every server of the fleet. Requests from the server itself and of health checks are always admitted. A list without the address of the caller is refused.',
    needs: onFleet('modify'),
    changes: ['networking-settings'],
    body: z
      .object({
        allowedIps: AllowedSourceIps.meta({ description: 'Any address, or those of a list of networks' }),
      })
      .meta({ id: 'AllowListUpdate' }),
    response: AllowList,
  }),
  networkingInboundIcmpView: get(`${AT}/inbound-icmp`, {
    summary: 'Fetch whether services receive ICMP',
    description: 'Returns the setting of the fleet.',
    needs: onFleet('read'),
    shows: ['networking-settings'],
    response: ServiceIcmpConfig,
  }),
  networkingInboundIcmpUpdate: put(`${AT}/inbound-icmp`, {
    summary: 'Set whether services receive ICMP',
    description:
      'A setting for the whole fleet. It concerns services that run in a rack: the firewall of the host of this server is not changed.',
    needs: onFleet('modify'),
    changes: ['networking-settings'],
    body: ServiceIcmpConfig,
  }),
  systemNetworkingSettingsView: get(`${AT}/settings`, {
    summary: 'Fetch networking settings',
    description: 'Returns whether instances may enable jumbo frames.',
    needs: onFleet('read'),
    shows: ['networking-settings'],
    response: SystemNetworkingSettings,
  }),
  systemNetworkingSettingsUpdate: put(`${AT}/settings`, {
    summary: 'Update networking settings',
    description:
      'With the opt-in, instances may enable jumbo frames. Instances that have them keep them when it is turned off.',
    needs: onFleet('modify'),
    changes: ['networking-settings'],
    body: SystemNetworkingSettingsUpdate,
    response: SystemNetworkingSettings,
  }),
})
