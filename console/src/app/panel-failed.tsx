import { useNavigate } from '@tanstack/react-router'
import { ReadOnlySidePanel } from '../ui/overlay/side-panel.tsx'
import { useCrumbs } from './crumbs.ts'
import { Failed } from './kit/pages/failed.tsx'
import { linkTo } from './paths.ts'
import { useRetry } from './use-retry.ts'

/** Shown in place of a panel that failed to load. Closing it leads to the page below. */
export default function PanelFailed({ error }: { error: Error }) {
  const retry = useRetry(error)
  const navigate = useNavigate()
  const crumbs = useCrumbs()
  const below = crumbs.findLast(({ titleOnly }) => !titleOnly)?.path ?? '/'
  return (
    <ReadOnlySidePanel title={crumbs.at(-1)?.label ?? ''} onClose={() => void navigate(linkTo(below))}>
      <Failed what="The data of this panel" error={error} onRetry={retry} />
    </ReadOnlySidePanel>
  )
}
