import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type Restarted, restartOf, useNow } from './restart-time.ts'

const load = () => import('./status-popup.tsx')
const StatusPopup = lazyPart(load)

/** Counts down to the restart of a failed instance. Opens a popup with the details. */
export function AutoRestartStatus({ instance }: { instance: Restarted }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const restart = restartOf(instance, useNow())
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Auto-restart status"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="rounded"
        onPointerEnter={() => void load()}
        onClick={() => setOpen(!open)}
      >
        <Badge color={restart === 'never' ? 'neutral' : 'info'}>
          {restart === 'soon' && <Spinner className="size-2.5" />}
          {restart === 'never'
            ? 'no auto-restart'
            : restart === 'soon'
              ? 'restarting soon…'
              : `restart in ${restart.waits}`}
        </Badge>
      </button>
      {open && (
        <Suspense fallback={null}>
          <StatusPopup
            triggerRef={button}
            instance={instance}
            onClose={() => {
              setOpen(false)
              button.current?.focus({ preventScroll: true })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
