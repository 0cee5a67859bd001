import { present } from '../kit/base/present.ts'
import { stableUuid } from '@granary/compute/stable.ts'
import { MAX_EXTERNAL_IPS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { NO_TAGS, storedTags } from '@granary/domain/tags.ts'
import type { ExternalIpRow } from '../database/schema.ts'
import { instance } from '../kinds/instance.ts'
import { ipPool } from '../kinds/ip-pool.ts'
import type { ProjectScope } from '../kit/resources/authorization.ts'
import type { AddressPool, External } from './addresses.ts'
import type { Dataset, Entry } from './format.ts'
import type { Planned } from './instances.ts'
import type { Plan } from './plan.ts'
import { defaultPool } from './pools.ts'
import { fail } from './problem.ts'

type Wanted = NonNullable<Entry<'instances'>['value']['external_ips']>[number]
/** Placeholder until the address is known. */
type Unaddressed = Omit<ExternalIpRow, keyof External>

/** Plans floating addresses and the addresses of instances. */
export function planExternalIps(plan: Plan, dataset: Dataset, instances: readonly Planned[]): void {
  for (const entry of dataset.floating_ips) planFloatingIp(plan, entry)
  for (const planned of instances) planInstanceIps(plan, planned)
}

function planFloatingIp(plan: Plan, { path, value }: Entry<'floating_ips'>): void {
  const scope = plan.project(path, value)
  const made = plan.named(path, `${scope.projectId}/floating-ip`, value)
  const instance_id =
    value.instance == null
      ? null
      : plan.of(instance).need(`${path}.instance`, scope.projectId, value.instance).id
  const pool = poolOf(plan, path, scope, value)
  place(
    plan,
    path,
    pool,
    value,
    {
      ...made,
      tags: storedTags(value.tags ?? []),
      kind: 'floating',
      project_id: scope.projectId,
      instance_id,
    },
    (row) => plan.floatingIps.push({ scope, row }),
  )
}

function planInstanceIps(plan: Plan, { path, value, row }: Planned): void {
  const scope = plan.project(path, value)
  const wanted = value.external_ips ?? usual(plan, scope, row.id)
  if (wanted.length > MAX_EXTERNAL_IPS_PER_INSTANCE)
    fail(`${path}.external_ips`, `must be at most ${MAX_EXTERNAL_IPS_PER_INSTANCE}`)
  for (const [index, one] of wanted.entries()) {
    const at = `${path}.external_ips[${index}]`
    const { time_created, time_modified } = row
    const id = stableUuid(`${row.id}/external-ip/${index}`)
    const address: Unaddressed = {
      id,
      kind: one.kind,
      project_id: scope.projectId,
      instance_id: row.id,
      name: null,
      description: null,
      tags: NO_TAGS,
      time_created,
      time_modified,
    }
    place(plan, at, poolOf(plan, at, scope, one), one, address)
  }
}

/** An instance with an IPv4 primary interface gets a shared outbound address if its silo has a pool. */
function usual(plan: Plan, scope: ProjectScope, instanceId: string): Wanted[] {
  const primary = plan.primaries.get(instanceId)
  return primary?.v4 && defaultPool(plan, scope.siloId, 'v4') ? [{ kind: 'snat' }] : []
}

type Choice = { ip_pool?: string | undefined; ip_version?: 'v4' | 'v6'; ip?: string | undefined }

/** Returns the named pool, or the silo's default one. */
function poolOf(
  plan: Plan,
  path: string,
  { siloId }: ProjectScope,
  { ip_pool, ip_version = 'v4' }: Choice,
): AddressPool {
  if (ip_pool === undefined) {
    const pool = defaultPool(plan, siloId, ip_version)
    return pool
      ? present(plan.pools.get(pool.id), 'the pool')
      : fail(path, `the silo has no default unicast pool of IP${ip_version}: give "ip_pool"`)
  }
  const { id, pool_type } = plan.of(ipPool).need(`${path}.ip_pool`, '', ip_pool)
  if (!plan.rows.ip_pool_silo.some((link) => link.ip_pool_id === id && link.silo_id === siloId))
    fail(`${path}.ip_pool`, `pool "${ip_pool}" is not linked to the silo`)
  if (pool_type !== 'unicast') fail(`${path}.ip_pool`, `pool "${ip_pool}" is not a unicast pool`)
  return present(plan.pools.get(id), 'the pool')
}

type Place = Choice & { first_port?: number | undefined; last_port?: number | undefined }

function place(
  plan: Plan,
  path: string,
  pool: AddressPool,
  wanted: Place,
  row: Unaddressed,
  done: (row: ExternalIpRow) => void = () => {},
): void {
  const put = (address: External) => {
    plan.rows.external_ip.push({ ...row, ...address })
    done({ ...row, ...address })
  }
  if (wanted.ip !== undefined) put(pool.take(`${path}.ip`, wanted.ip, wanted.first_port, wanted.last_port))
  else plan.later.push(() => put(row.kind === 'snat' ? pool.takeShared(path) : pool.takeWhole(path)))
}
