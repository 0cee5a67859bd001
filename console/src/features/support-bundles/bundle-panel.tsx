import { resourceHistory, supportBundleView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import { useState } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { apiQuery, optionalQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { wasPushed } from '../../app/kit/pages/history.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Id } from '../../ui/format/id.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { ProgressBar } from '../../ui/page/progress-bar.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { type Bundle, BundleStateBadge, nameOf, useRefusal, zipUrl } from './bundle.tsx'
import { BundleFiles } from './bundle-files.tsx'
import { useRemoveBundle } from './use-bundle-entries.tsx'

const route = getRouteApi('/authenticated/system/bundles-list/support-bundles/$bundleId')

/** The panel of a bundle: its state, and its files to download. */
export function BundlePanel() {
  const { bundleId } = route.useParams()
  const bundle = useView(apiQuery(supportBundleView, { path: { bundleId } }))
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  return (
    <ReadOnlySidePanel
      title="Support bundle"
      subtitle={<PanelSubject icon={LifeBuoy} name={nameOf(bundle)} />}
      animate={animate}
      onClose={() => void navigate({ to: '/system/support-bundles' })}
    >
      <Now bundle={bundle} />
      {bundle.userComment && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long comment scrolls by keyboard too
        <p tabIndex={0} className="mt-5 max-h-40 overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap">
          {bundle.userComment}
        </p>
      )}
      <Facts bundle={bundle} />
      <BundleFiles bundle={bundle} />
    </ReadOnlySidePanel>
  )
}

/** What the bundle is good for now: its progress, its download, or why there is none. */
function Now({ bundle }: { bundle: Bundle }) {
  const remove = useRemoveBundle()
  const refusal = useRefusal()
  const { state, progress = 0, reasonForFailure } = bundle
  if (state === 'active')
    return (
      <a href={zipUrl(bundle)} download className={buttonStyle()}>
        <Download className="-ml-0.5 size-4" aria-hidden />
        Download all
      </a>
    )
  if (state === 'failed')
    return (
      <MessageBox variant="error" title="The bundle could not be collected">
        {reasonForFailure}
      </MessageBox>
    )
  if (state === 'destroying') return <MessageBox>The bundle is being deleted.</MessageBox>
  return (
    <div className="text-sm">
      <div className="mb-2 flex items-center justify-between gap-3">
        <span role="status">
          Collecting, <span className="tabular-nums">{progress}%</span>
        </span>
        <Button variant="secondary" size="sm" disabledReason={refusal} onPress={() => void remove(bundle)}>
          Cancel
        </Button>
      </div>
      <ProgressBar label="Collected" percent={progress} />
    </div>
  )
}

const Facts = ({ bundle }: { bundle: Bundle }) => (
  <PropertiesTable className="mt-5">
    <Property label="State">
      <BundleStateBadge bundle={bundle} />
    </Property>
    {bundle.size != null && (
      <Property label="Size">
        <ByteSize bytes={bundle.size} />
      </Property>
    )}
    <RequestedBy id={bundle.id} />
    <Property label="Reason">{bundle.reasonForCreation}</Property>
    <Property label="Requested">
      <DateTime date={bundle.timeCreated} />
    </Property>
    {bundle.since && (
      <Property label="Logs since">
        <DateTime date={bundle.since} />
      </Property>
    )}
    {bundle.timeCompleted && (
      <Property label="Ended">
        <DateTime date={bundle.timeCompleted} />
      </Property>
    )}
    <Property label="ID">
      <Id id={bundle.id} />
    </Property>
  </PropertiesTable>
)

/** The user who requested a bundle, as its history has them. */
function RequestedBy({ id }: { id: string }) {
  const history = useQuery(optionalQuery(useExtensions(), resourceHistory, { path: { resourceId: id } }))
  const name = history.data?.items.find(({ action }) => action === 'created')?.actorName
  return name ? <Property label="Requested by">{name}</Property> : null
}
