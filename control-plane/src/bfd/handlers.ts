import { present } from '../kit/base/present.ts'
import { contract } from '@granary/contract/contract.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import { fixedWidth, ipVersion } from '@granary/domain/ip.ts'
import type { BfdSessionRow } from '../database/schema.ts'
import { bfdSession, bfdSessionView } from '../kinds/bfd-session.ts'
import { handlers } from '../kinds/handler.ts'
import { answer } from '../kit/request/answer.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { ApiError, invalidValue } from '../kit/base/errors.ts'

export const bfdHandlers = handlers({
  networkingBfdEnable: async (context, { body }) => {
    if (body.local && ipVersion(body.local) !== ipVersion(body.remote))
      throw invalidValue('local', 'not_allowed', 'must be of the same family as remote')
    const values = {
      local: body.local ? fixedWidth(body.local) : null,
      detection_threshold: body.detectionThreshold,
      required_rx: body.requiredRx,
      mode: body.mode,
    }
    const row = await sessionWith(context, body)
    if (row) await bfdSession.update(context, { row, scope: fleet }, values)
    else
      await bfdSession.create(context, fleet, {
        id: crypto.randomUUID(),
        switch_slot: body.switchSlot,
        remote: fixedWidth(body.remote),
        ...values,
      })
  },

  networkingBfdDisable: async (context, { body }) => {
    const row = await sessionWith(context, body)
    if (row) await bfdSession.remove(context, { row, scope: fleet })
  },

  networkingBfdStatus: {
    raw: async ({ db, services }) => {
      const rows = await db
        .selectFrom('bfd_session')
        .selectAll()
        .orderBy('switch_slot')
        .orderBy('remote')
        .execute()
      const sessions = rows.map(bfdSessionView)
      const { compute } = services
      const states = sessions.length === 0 ? [] : await fromSwitches(() => compute.bfdStates?.(sessions))
      const statuses = sessions.map((session, at) => ({
        ...session,
        state: present(states[at], 'the state of a session'),
      }))
      return answer(contract.networkingBfdStatus, statuses)
    },
  },
})

const sessionWith = (
  { db }: Context,
  { switchSlot, remote }: { switchSlot: BfdSessionRow['switch_slot']; remote: string },
): Promise<BfdSessionRow | undefined> =>
  db
    .selectFrom('bfd_session')
    .selectAll()
    .where('switch_slot', '=', switchSlot)
    .where('remote', '=', fixedWidth(remote))
    .executeTakeFirst()

/** Returns an answer of the switches. @throws ApiError 500 if the driver has no switches or they do not answer. */
async function fromSwitches<Answer>(ask: () => Promise<Answer> | undefined): Promise<Answer> {
  const asked = ask()
  const unreachable = new ApiError(500, 'Internal', 'the switch does not answer')
  if (!asked) throw unreachable
  try {
    return await asked
  } catch (error) {
    throw error instanceof DriverError ? unreachable : error
  }
}
