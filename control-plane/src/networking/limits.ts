import { MAX_EXTERNAL_IPS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'

/** @throws ApiError 400 for an instance at its limit of external addresses. The shared address does not count. */
export async function requireRoomForAddress(context: Context, instanceId: string): Promise<void> {
  const { count } = await context.db
    .selectFrom('external_ip')
    .select((select) => select.fn.countAll().as('count'))
    .where('instance_id', '=', instanceId)
    .where('kind', '!=', 'snat')
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_EXTERNAL_IPS_PER_INSTANCE)
    throw invalidRequest(
      `an instance may not have more than ${MAX_EXTERNAL_IPS_PER_INSTANCE} external IP addresses`,
    )
}
