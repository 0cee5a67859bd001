import { fullNumber } from '@granary/domain/numbers.ts'
import { compareVersions, versionProblem } from '@granary/domain/versions.ts'
import { Card } from '../../ui/page/card.tsx'
import { SHARE_FILLS, ShareBar } from '../../ui/page/share-bar.tsx'
import type { StateColor } from '../../ui/state-badge.tsx'
import type { Status } from './queries.ts'

/** What stands in place of a version. */
const WORDS: Readonly<Record<string, string>> = {
  unknown: 'Not reported',
  'install dataset': 'As installed',
}

/** How many components run which release: while an update runs, one sees where it is. */
export function Components({ status }: { status: Status }) {
  const target = status.targetRelease?.version
  const parts = Object.entries(status.componentsByReleaseVersion)
    .filter(([, amount]) => amount > 0)
    .toSorted(([a], [b]) => Number(b === target) - Number(a === target) || byNewest(a, b))
    .map(([key, amount]) => ({ key, amount, color: colorOf(key, target) }))
  if (parts.length === 0) return null
  return (
    <Card title="Components" description="Sleds and switches by the release that they run">
      <ShareBar parts={parts} />
      <ul aria-label="Components" className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {parts.map(({ key, amount, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span className={`size-2 rounded-full ${SHARE_FILLS[color]}`} aria-hidden />
            <span className="wrap-anywhere">{WORDS[key] ?? key}</span>
            <span className="text-text-muted tabular-nums">{fullNumber(amount)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Newer versions first, then whatever is no version, such as software that was installed by hand. */
function byNewest(one: string, other: string): number {
  const [isOne, isOther] = [one, other].map((text) => versionProblem(text) === null)
  return isOne && isOther ? compareVersions(other, one) : Number(isOther) - Number(isOne)
}

const colorOf = (version: string, target: string | undefined): StateColor =>
  version === target ? 'positive' : version === 'unknown' ? 'notice' : 'neutral'
