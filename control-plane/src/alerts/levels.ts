import type { LastingName, PayloadOf } from '@granary/contract/alert-classes.ts'
import { currentTarget, systemUpdateOf } from '../kinds/system-update.ts'
import type { Context } from '../kit/context/context.ts'
import { type Checked, type Found, found } from './found.ts'
import { ipPoolUse, type PoolUse, subnetPoolUse } from '../shared/fullness/pools.ts'
import { quotaUse } from '../shared/fullness/quotas.ts'
import { componentsOf, nameOf, needsUpdate } from '../shared/updates/components.ts'

/** Share of a quota or a pool from which on it counts as nearly full. */
const NEARLY_FULL = 0.9
/** Time before its end from which on a certificate is about to end; milliseconds. */
const NEAR_MS = 30 * 86_400_000
/** Maximum number of certificates that have alerts. */
const MAX_CERTIFICATES = 1_000
const MAX_COMPONENTS = 100

/** The classes whose causes no single change of a row causes, so a check finds them. */
const NAMES = [
  'quota.nearly_full',
  'quota.full',
  'pool.nearly_full',
  'pool.full',
  'certificate.expiring',
  'certificate.expired',
  'update.stalled',
] as const satisfies readonly LastingName[]

/** Finds the causes that the database tells. */
export async function levelCauses(context: Context): Promise<Checked> {
  const causes = [
    ...(await quotas(context)),
    ...(await pools(ipPoolUse(context), 'ip_pool')),
    ...(await pools(subnetPoolUse(context), 'subnet_pool')),
    ...(await certificates(context)),
    ...(await stalledUpdate(context)),
  ]
  return { names: NAMES, causes }
}

async function quotas(context: Context): Promise<Found[]> {
  return (await quotaUse(context)).flatMap(({ id, name, of }) =>
    of.flatMap(({ resource, used, limit }) => {
      const subject = { kind: 'silo', id, name, siloId: id }
      const payload = (message: string) => ({
        message: `Silo ${name} uses ${message} of its quota of ${WORDS[resource]}`,
        silo_id: id,
        silo_name: name,
        resource,
        used,
        limit,
      })
      return byFullness(used, limit, (name, share) =>
        found(`quota.${name}`, { subject, key: `${id}/${resource}`, payload: payload(share) }),
      )
    }),
  )
}

const WORDS = { cpus: 'virtual CPUs', memory: 'memory', storage: 'storage' }

async function pools(
  all: AsyncIterable<PoolUse[]>,
  kind: PayloadOf<'pool.full'>['pool_kind'],
): Promise<Found[]> {
  const causes: Found[] = []
  for await (const some of all)
    for (const { id, name, used, capacity } of some) {
      const subject = { kind: kind === 'ip_pool' ? 'ip-pool' : 'subnet-pool', id, name, siloId: null }
      const what = kind === 'ip_pool' ? 'IP pool' : 'Subnet pool'
      const made = byFullness(used, capacity, (level, share) => {
        const message = `${what} ${name} has ${share} of its addresses in use`
        const payload = { message, pool_kind: kind, pool_id: id, pool_name: name, used, capacity }
        return found(`pool.${level}`, { subject, payload })
      })
      causes.push(...made)
    }
  return causes
}

/** Makes the causes of something with a limit. A limit of 0 means that it may not be used, so that is never full. */
function byFullness(
  used: number,
  limit: number,
  make: (level: 'nearly_full' | 'full', share: string) => Found,
): Found[] {
  if (limit <= 0 || used / limit < NEARLY_FULL) return []
  const nearly = make('nearly_full', `${Math.floor((used / limit) * 100)} %`)
  return used < limit ? [nearly] : [nearly, make('full', 'all')]
}

async function certificates({ db, clock }: Context): Promise<Found[]> {
  const now = clock.now().getTime()
  const rows = await db
    .selectFrom('certificate')
    .innerJoin('silo', 'silo.id', 'certificate.silo_id')
    .select(['certificate.id', 'certificate.name', 'certificate.silo_id', 'certificate.time_expires'])
    .select('silo.name as silo_name')
    .where('certificate.time_expires', '<=', new Date(now + NEAR_MS).toISOString())
    .orderBy('certificate.time_expires')
    .limit(MAX_CERTIFICATES)
    .execute()
  return rows.map(({ id, name, silo_id, silo_name, time_expires }) => {
    const end = time_expires!
    const isOver = Date.parse(end) <= now
    const payload = {
      message: `Certificate ${name} of silo ${silo_name} ${isOver ? 'ended' : 'ends'} on ${end.slice(0, 10)}`,
      certificate_id: id,
      certificate_name: name,
      silo_id,
      silo_name,
      time_expires: end,
    }
    const subject = { kind: 'certificate', id, name, siloId: silo_id }
    return found(isOver ? 'certificate.expired' : 'certificate.expiring', { subject, payload })
  })
}

async function stalledUpdate(context: Context): Promise<Found[]> {
  const target = await currentTarget(context)
  // A suspended update has an alert of its own.
  if (!target || (await systemUpdateOf(context)).suspended_reason !== null) return []
  const left = (await componentsOf(context)).filter((each) => needsUpdate(each, target.version))
  const absent = left.filter(({ answers, updating_to }) => answers === 0 && updating_to === null)
  // While others are updated, absent ones may come back in time.
  if (absent.length === 0 || absent.length < left.length) return []
  const payload = {
    message: `The update to ${target.version} waits for ${absent.length === 1 ? 'a component that does' : `${absent.length} components that do`} not answer`,
    version: target.version,
    components: absent.slice(0, MAX_COMPONENTS).map(nameOf),
  }
  const subject = { kind: 'target-release', id: target.id, name: target.version, siloId: null }
  return [found('update.stalled', { subject, payload })]
}
