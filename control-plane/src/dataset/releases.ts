import { stableHash } from '@granary/compute/stable.ts'
import { versionSortKey } from '@granary/domain/versions.ts'
import type { Dataset, Entry } from './format.ts'
import type { Plan } from './plan.ts'

/** Plans the uploaded releases, and those that were set as the target. */
export function planReleases(plan: Plan, { releases }: Dataset): void {
  for (const { path, value } of releases) {
    const { system_version, file_name, hash } = value
    const { id, time_created } = plan.made(path, `release/${system_version}`, value, 'system_version')
    plan.releases.push({
      id,
      system_version,
      version_key: versionSortKey(system_version),
      hash: hash ?? madeUpHash(system_version),
      file_name: file_name ?? `release-${system_version}.zip`,
      time_created,
    })
  }
  for (const [at, { value, time }] of requestsOf(plan, releases).entries())
    plan.targets.push({
      id: crypto.randomUUID(),
      generation: at + 1,
      version: value.system_version,
      time_requested: time,
    })
}

/** Returns the releases that were set as the target, the oldest first. */
const requestsOf = (plan: Plan, releases: readonly Entry<'releases'>[]) =>
  releases
    .flatMap(({ value }) =>
      value.time_requested === undefined ? [] : [{ value, time: plan.moment(value.time_requested) }],
    )
    .toSorted((one, other) => (one.time < other.time ? -1 : 1))

/** Returns 64 hexadecimal digits for a version, the same at every load. */
const madeUpHash = (version: string): string =>
  Array.from({ length: 8 }, (_, part) => stableHash(`${part}/${version}`).toString(16).padStart(8, '0')).join(
    '',
  )
