import type { ItemOf } from '@granary/contract/call.ts'

type ExternalIp = ItemOf<'instanceExternalIpList'>

/** Returns the addresses that reach an instance, floating ones first. Omits SNAT addresses, which are outbound only. */
export const externalAddresses = (ips: readonly ExternalIp[]): string[] =>
  (['floating', 'ephemeral'] as const).flatMap((kind) =>
    ips.filter((ip) => ip.kind === kind).map((ip) => ip.ip),
  )
