import { z } from 'zod'
import { Timestamp, Uuid } from './scalars.ts'

/** Both ends, which belong to the range. */
const ends = <Address extends z.ZodType>(address: Address) => ({
  first: address.meta({ description: 'First address of the range' }),
  last: address.meta({ description: 'Last address of the range, not below the first' }),
})
const Ipv4Range = z.object(ends(z.ipv4())).meta({ id: 'Ipv4Range' })
const Ipv6Range = z.object(ends(z.ipv6())).meta({ id: 'Ipv6Range' })

/** A range of addresses of one family. */
export const IpRange = z.union([Ipv4Range, Ipv6Range]).meta({ id: 'IpRange' })

/** A range of an IP pool. */
export const IpPoolRange = z
  .object({
    id: Uuid.meta({ description: 'Unique ID, which never changes' }),
    ipPoolId: Uuid.meta({ description: 'Pool of the range' }),
    range: IpRange.meta({ description: 'Its addresses' }),
    timeCreated: Timestamp.meta({ description: 'When it was added' }),
  })
  .meta({ id: 'IpPoolRange' })
