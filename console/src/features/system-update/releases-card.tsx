import { fullNumber } from '@granary/domain/numbers.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Failed, IfMissed, type Read } from '../../app/kit/pages/failed.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import type { Release, Space, Status } from './queries.ts'
import { useRefusal } from './refusal.ts'
import { useDeleteRelease } from './use-delete-release.tsx'
import { useSetTarget } from './use-set-target.tsx'

/** More lines than this make the page slow, and operators look for the newest. */
const SHOWN_FIRST = 20

type ReleasesCardProps = {
  list: readonly Release[] | undefined
  status: Status | undefined
  space: Read<Space>
  error: Error | null
  onRetry: () => void
}

/** The releases that operators have uploaded, newest version first. */
export function ReleasesCard({ list, status, space, error, onRetry }: ReleasesCardProps) {
  if (error && !list) return <Failed what="Releases" error={error} onRetry={onRetry} />
  return (
    <Card title="Releases" description={<SpaceTaken read={space} />} actions={<UploadLink />}>
      {!list ? (
        <Skeleton className="h-16 w-full" />
      ) : list.length === 0 ? (
        <p className="text-sm text-text-muted">
          Upload a release here, or on the command line:{' '}
          <code className="font-mono">granary system-update upload</code>
        </p>
      ) : (
        <ReleaseList list={list} status={status} />
      )}
    </Card>
  )
}

function UploadLink() {
  const refusal = useRefusal()
  return refusal === null ? (
    <Link to="/system/update/releases-new" className={buttonStyle('secondary', 'sm')}>
      Upload release
    </Link>
  ) : (
    <Button variant="secondary" size="sm" disabledReason={refusal}>
      Upload release
    </Button>
  )
}

/** How much of the space for releases is taken. Nothing on a server that takes none. */
function SpaceTaken({ read }: { read: Read<Space> }) {
  const { data: space } = read
  if (!space) return <IfMissed what="The space for releases" of={read} />
  return space.limit > 0 ? (
    <>
      <ByteSize bytes={space.used} /> of <ByteSize bytes={space.limit} /> used on this server
    </>
  ) : null
}

function ReleaseList({ list, status }: { list: readonly Release[]; status: Status | undefined }) {
  const [limit, setLimit] = useState(SHOWN_FIRST)
  const target = status?.targetRelease?.version
  // The target is always shown, also if many releases are newer.
  const shown = list.filter(({ systemVersion }, at) => at < limit || systemVersion === target)
  const hidden = list.length - shown.length
  return (
    <>
      <ul aria-label="Releases" className="-my-2 divided">
        {shown.map((release) => (
          <ReleaseLine key={release.systemVersion} release={release} status={status} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-3 -ml-2.5"
          onPress={() => setLimit(limit + 5 * SHOWN_FIRST)}
        >
          Show more releases ({fullNumber(hidden)})
        </Button>
      )}
    </>
  )
}

function ReleaseLine({ release, status }: { release: Release; status: Status | undefined }) {
  const setTarget = useSetTarget(status)
  const deleteRelease = useDeleteRelease(status)
  const { systemVersion, timeCreated, fileName } = release
  return (
    <li className="flex items-center gap-x-4 py-2 text-sm">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1">
        <span className="flex min-w-44 items-center gap-2 font-medium">
          <span className="wrap-anywhere">{systemVersion}</span>
          {status?.targetRelease?.version === systemVersion && <Badge color="positive">Target</Badge>}
        </span>
        <span className="min-w-42 text-text-muted">
          <DateTime date={timeCreated} />
        </span>
        <span className="min-w-0 truncate text-text-muted" title={fileName}>
          {fileName}
        </span>
      </div>
      <ActionsMenu
        label={`${systemVersion} actions`}
        entries={[setTarget(systemVersion), ...deleteRelease(systemVersion)]}
      />
    </li>
  )
}
