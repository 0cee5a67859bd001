import { capacityOf } from '@granary/domain/ip-ranges.ts'
import { handlers } from '../kinds/handler.ts'

export const ipPoolUtilizationHandlers = handlers({
  systemIpPoolUtilizationView: async (context, { found: { row: pool } }) => {
    const ranges = await context.db
      .selectFrom('ip_pool_range')
      .select(['first_address as first', 'last_address as last'])
      .where('ip_pool_id', '=', pool.id)
      .execute()
    const { count } =
      pool.pool_type === 'unicast'
        ? await context.db
            .selectFrom('external_ip')
            .select((select) => select.fn.count('ip').distinct().as('count'))
            .where('ip_pool_id', '=', pool.id)
            .executeTakeFirstOrThrow()
        : await context.db
            .selectFrom('multicast_group')
            .select((select) => select.fn.countAll().as('count'))
            .where('ip_pool_id', '=', pool.id)
            .executeTakeFirstOrThrow()
    const capacity = capacityOf(ranges)[pool.ip_version]
    const allocated = BigInt(count)
    const none = { allocated: '0', capacity: '0' }
    const own = { allocated: String(allocated), capacity: String(capacity) }
    return {
      capacity: Number(capacity),
      remaining: Number(capacity - allocated),
      ipv4: pool.ip_version === 'v4' ? own : none,
      ipv6: pool.ip_version === 'v6' ? own : none,
    }
  },
})
