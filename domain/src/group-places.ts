import { CPU_PLATFORM_NAMES, CPU_PLATFORMS, type CpuPlatform } from './cpu-platforms.ts'
import type { PlacementSled } from './placement-request.ts'
import { formatBytes } from './numbers.ts'

/** A member of a group with policy `fail`. */
export type GroupMember = {
  ncpus: number
  memory: number
  cpuPlatform: CpuPlatform | null
  /** Null while it is stopped. */
  sledId: string | null
}

/** A sled that accepts instances. */
export type GroupSled = Pick<PlacementSled, 'usableVcpus' | 'usableMemory' | 'cpuPlatforms'>

/** Whether some members can't start now, or only couldn't if a sled failed; the reason follows the group's name. */
export type GroupProblem = { code: 'cannot_place' | 'no_spare_sled'; reason: string }

/** Returns why the members of a strict anti-affinity group can't all run, on a sled each; null if they can. */
export function apartProblem(
  members: readonly GroupMember[],
  sleds: readonly GroupSled[],
): GroupProblem | null {
  let tight: GroupProblem | null = null
  for (const platform of [null, ...CPU_PLATFORMS]) {
    const needing = platform === null ? members : members.filter((one) => one.cpuPlatform === platform)
    const able = platform === null ? sleds : sleds.filter((one) => one.cpuPlatforms.includes(platform))
    if (needing.length < 2 || needing.length < able.length) continue
    const of = platform === null ? '' : ` with ${CPU_PLATFORM_NAMES[platform]}`
    const count = `${needing.length} members${of}`
    if (needing.length > able.length)
      return {
        code: 'cannot_place',
        reason: `has ${count}, which need a sled each, and ${sledsText(able.length)}`,
      }
    tight ??= {
      code: 'no_spare_sled',
      reason: `has ${count}, as many as there are sleds for them: if one fails, a member has no place`,
    }
  }
  return tight
}

const sledsText = (count: number): string => (count === 1 ? 'there is only 1' : `there are only ${count}`)

/** Returns why the members of a strict affinity group can't all run on one sled; null if they can. */
export function togetherProblem(
  members: readonly GroupMember[],
  sleds: readonly GroupSled[],
): GroupProblem | null {
  const running = new Set(members.flatMap(({ sledId }) => sledId ?? []))
  if (running.size > 1 && members.some(({ sledId }) => sledId === null))
    return {
      code: 'cannot_place',
      reason: `has members on ${running.size} sleds, so no other member can start`,
    }
  if (members.length < 2) return null
  const ncpus = sum(members.map((member) => member.ncpus))
  const memory = sum(members.map((member) => member.memory))
  const required = members.flatMap(({ cpuPlatform }) => cpuPlatform ?? [])
  const isEnough = (sled: GroupSled) =>
    sled.usableVcpus >= ncpus &&
    sled.usableMemory >= memory &&
    required.every((platform) => sled.cpuPlatforms.includes(platform))
  if (sleds.some(isEnough)) return null
  return {
    code: 'cannot_place',
    reason: `has members with ${ncpus} vCPUs and ${formatBytes(memory)} of memory together, and no sled can run all of them`,
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
