import type { CallOutput } from '@granary/contract/call.ts'
import { supportBundleDownload, supportBundleDownloadFile } from '@granary/contract/generated/client.ts'
import { formatDateTime } from '@granary/domain/time.ts'
import { urlOf } from '../../api/request.ts'
import { useMay } from '../../app/permissions.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { useSeenTime } from '../../ui/format/time-ago.tsx'
import { isLate } from '../../ui/late.ts'

export type Bundle = CallOutput<'supportBundleView'>

/** Returns why the user may not change support bundles, or null. */
export const useRefusal = (): string | null =>
  useMay().fleet('modify') ? null : 'Only fleet admins can change support bundles'

/** Returns what a bundle is called: its comment, or when it was requested. */
export const nameOf = ({ userComment, timeCreated }: Bundle): string =>
  userComment?.trim() || `Bundle of ${formatDateTime(timeCreated)}`

/** Returns the address of a bundle's zip file. */
export const zipUrl = ({ id }: Bundle): string => urlOf(supportBundleDownload, { path: { bundleId: id } })

/** Returns the address of one file of a bundle, unpacked. */
export const fileUrl = ({ id }: Bundle, file: string): string =>
  urlOf(supportBundleDownloadFile, { path: { bundleId: id, file } })

/** The state of a bundle, with the progress while it is collected. */
export function BundleStateBadge({ bundle: { state, progress, timeCreated } }: { bundle: Bundle }) {
  const late = isLate(useSeenTime(), timeCreated)
  if (state === 'active') return <StateBadge color="positive">Active</StateBadge>
  if (state === 'failed') return <StateBadge color="danger">Failed</StateBadge>
  return (
    <StateBadge color={late && state === 'collecting' ? 'notice' : 'info'} transitional>
      <span className="tabular-nums">
        {state === 'destroying'
          ? 'Destroying'
          : progress === undefined
            ? 'Collecting'
            : `Collecting ${progress}%`}
      </span>
    </StateBadge>
  )
}
