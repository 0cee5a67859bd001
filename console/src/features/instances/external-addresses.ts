import type { ItemOf } from '@granary/contract/call.ts'

type ExternalIp = ItemOf<'instanceExternalIpList'>

/** The addresses by which an instance is reached: floating ones first; shared ones are for sending only. */
export const externalAddresses = (ips: readonly ExternalIp[]): string[] =>
  (['floating', 'ephemeral'] as const).flatMap((kind) =>
    ips.filter((ip) => ip.kind === kind).map((ip) => ip.ip),
  )
