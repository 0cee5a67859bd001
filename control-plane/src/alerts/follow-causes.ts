import { present } from '../kit/base/present.ts'
import { startProblemWords } from '@granary/domain/start-problem.ts'
import { fleetRoleOfUser } from '../kinds/fleet-power.ts'
import { currentTarget } from '../kinds/system-update.ts'
import type { Change } from '../kit/log/change.ts'
import type { Context } from '../kit/context/context.ts'
import { clear, raise, raiseLasting, type Subject } from '../shared/alerts/raise.ts'
import { siloName, subjectOfInstance } from './subjects.ts'

type View = Readonly<Record<string, unknown>> | null
type Follow = (context: Context, change: Change & { before: View; after: View }) => Promise<void>

/** Raises and clears the alerts that the changes of a transaction cause, in that transaction. */
export async function followAlertCauses(context: Context, changes: readonly Change[]): Promise<void> {
  for (const change of changes)
    await FOLLOWERS[change.kind]?.(context, change as Change & { before: View; after: View })
}

const FOLLOWERS: Partial<Record<Change['kind'], Follow>> = {
  instance: async (context, change) => {
    await followFailure(context, change)
    await followStartProblem(context, change)
    const restarted = change.after?.timeLastAutoRestarted ?? null
    if (restarted === null || change.before === null || restarted === change.before.timeLastAutoRestarted)
      return
    const of = await subjectOfInstance(context, change)
    const message = `The system started instance ${of.name} again after a failure`
    await raise(context, 'instance.restarted', { subject: of.subject, payload: { message, ...of.fields } })
  },

  sled: async (context, { id, name, before, after }) => {
    const was = isUnreachable(before)
    const is = isUnreachable(after)
    if (was === is) return
    const subject = { kind: 'sled', id, name: name ?? id, siloId: null }
    if (!is) return clear(context, 'hardware.sled.unreachable', { subject })
    const payload = { message: `Sled ${subject.name} does not answer`, sled_id: id, serial: subject.name }
    await raiseLasting(context, 'hardware.sled.unreachable', { subject, payload })
  },

  'physical-disk': async (context, { id, name, before, after }) => {
    const is = after?.state === 'decommissioned'
    if ((before?.state === 'decommissioned') === is) return
    const subject = { kind: 'physical-disk', id, name: name ?? id, siloId: null }
    if (!is) return clear(context, 'hardware.disk.unreachable', { subject })
    const payload = {
      message: `Physical disk ${subject.name} is no longer reported`,
      disk_id: id,
      serial: subject.name,
      sled_id: String(after.sledId),
    }
    await raiseLasting(context, 'hardware.disk.unreachable', { subject, payload })
  },

  switch: async (context, { id, name, before, after }) => {
    if (before && after) return
    const subject = { kind: 'switch', id, name: name ?? id, siloId: null }
    if (after) return clear(context, 'hardware.switch.unreachable', { subject })
    const payload = {
      message: `Switch ${subject.name} is no longer reported`,
      switch_id: id,
      serial: subject.name,
    }
    await raiseLasting(context, 'hardware.switch.unreachable', { subject, payload })
  },

  'target-release': async (context, { id, name, action }) => {
    if (action !== 'created') return
    const subject = ofRelease(id, name ?? '')
    const payload = { message: `An update to ${subject.name} began`, version: subject.name }
    await raise(context, 'update.started', { subject, payload })
  },

  'system-update': async (context, { before, after }) => {
    if (before?.suspended === after?.suspended) return
    const target = await currentTarget(context)
    if (!target) return
    // A recovery may set another target before the suspension ends.
    const key = 'fleet'
    if (after?.suspended !== true) return clear(context, 'update.failed', { subject: null, key })
    const subject = ofRelease(target.id, target.version)
    const reason = String(after.suspendedReason)
    const message = `The update to ${target.version} was suspended: ${reason}`
    const payload = { message, version: target.version, reason }
    await raiseLasting(context, 'update.failed', { subject, key, payload })
  },

  'device-access-token': async (context, { id, siloId: ofSilo, action, after }) => {
    if (action !== 'created' || !after) return
    const siloId = present(ofSilo, 'the silo of a token')
    const userId = String(after.siloUserId)
    if ((await fleetRoleOfUser(context.db, { id: userId, silo_id: siloId })) !== 'admin') return
    const user = await context.db
      .selectFrom('silo_user')
      .select('external_id')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const userName = user.external_id ?? userId
    const payload = {
      message: `An access token of the fleet administrator ${userName} was created`,
      token_id: id,
      user_id: userId,
      user_name: userName,
      silo_id: siloId,
      silo_name: await siloName(context, siloId),
      time_expires: typeof after.timeExpires === 'string' ? after.timeExpires : null,
    }
    const subject = { kind: 'silo-user', id: userId, name: userName, siloId }
    await raise(context, 'credential.created', { subject, payload })
  },
}

const followFailure: Follow = async (context, change) => {
  const is = change.after?.runState === 'failed'
  if ((change.before?.runState === 'failed') === is) return
  if (!is) return clear(context, 'instance.failed', { subject: change })
  const of = await subjectOfInstance(context, change)
  const payload = { message: `Instance ${of.name} failed`, ...of.fields }
  await raiseLasting(context, 'instance.failed', { subject: of.subject, payload })
}

const followStartProblem: Follow = async (context, change) => {
  const before = change.before?.startProblem ?? null
  const problem = change.after?.startProblem
  const after = typeof problem === 'string' ? problem : null
  if ((before === null) === (after === null)) return
  if (after === null) return clear(context, 'instance.no_room', { subject: change })
  const of = await subjectOfInstance(context, change)
  const reason = startProblemWords(after)
  const payload = { message: `Instance ${of.name} can't start: ${reason}`, ...of.fields, reason }
  await raiseLasting(context, 'instance.no_room', { subject: of.subject, payload })
}

/** Whether a sled does not answer, or is no longer reported. */
const isUnreachable = (view: View): boolean =>
  view !== null && (view.hostState === 'unreachable' || view.state === 'decommissioned')

const ofRelease = (id: string, name: string): Subject => ({ kind: 'target-release', id, name, siloId: null })
