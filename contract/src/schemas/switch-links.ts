import { z } from 'zod'
import { Uuid } from '../scalars.ts'
import { ip, u16, linkName } from './switch-port-values.ts'

const I32 = 2_147_483_647

const text = z.string().max(512).nullish()
const lldp = {
  enabled: z.boolean().meta({ description: 'Whether the link speaks LLDP' }),
  chassisId: text.meta({ description: 'Chassis ID that neighbors are told' }),
  linkDescription: text.meta({ description: 'Description of the link that neighbors are told' }),
  linkName: text.meta({ description: 'Name of the link that neighbors are told' }),
  managementIp: ip.nullish().meta({ description: 'Management address that neighbors are told' }),
  systemDescription: text.meta({ description: 'Description of the switch that neighbors are told' }),
  systemName: text.meta({ description: 'Name of the switch that neighbors are told' }),
}
const LldpLinkConfigCreate = z.object(lldp).meta({ id: 'LldpLinkConfigCreate' })
export const LldpLinkConfig = z
  .object({ id: Uuid.meta({ description: 'ID of the LLDP settings' }), ...lldp })
  .meta({ id: 'LldpLinkConfig' })

const i32 = z
  .int()
  .min(-I32 - 1)
  .max(I32)
  .nullish()
const TxEqConfig = z
  .object({
    main: i32.meta({ description: 'Main tap' }),
    post1: i32.meta({ description: 'First tap after the main one' }),
    post2: i32.meta({ description: 'Second tap after the main one' }),
    pre1: i32.meta({ description: 'First tap before the main one' }),
    pre2: i32.meta({ description: 'Second tap before the main one' }),
  })
  .meta({ id: 'TxEqConfig' })
export const link = {
  linkName,
  autoneg: z.boolean().meta({ description: 'Whether the link negotiates its speed' }),
  fec: z
    .enum(['firecode', 'none', 'rs'])
    .meta({ id: 'LinkFec' })
    .nullish()
    .meta({ description: 'Forward error correction; null for that of the transceiver' }),
  mtu: u16.meta({ description: 'Largest packet, in bytes', examples: [1500] }),
  speed: z
    .enum([
      'speed0_g',
      'speed1_g',
      'speed10_g',
      'speed25_g',
      'speed40_g',
      'speed50_g',
      'speed100_g',
      'speed200_g',
      'speed400_g',
    ])
    .meta({ id: 'LinkSpeed' })
    .meta({ description: 'Speed of the link', examples: ['speed100_g'] }),
}
export const equalization = TxEqConfig.nullish().meta({ description: 'Equalization of the transmitter' })
export const LinkConfigCreate = z
  .object({
    ...link,
    lldp: LldpLinkConfigCreate.meta({ description: 'LLDP on the link' }),
    txEq: equalization,
  })
  .meta({ id: 'LinkConfigCreate' })
