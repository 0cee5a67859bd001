import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useId } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { DOCS } from '../../../app/docs.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DocsLinks } from '../../../ui/page/docs-links.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useInstancePath } from '../use-instance.ts'
import { policyWords, type Restarted, restartOf, useNow } from './restart-time.ts'

type StatusPopupProps = {
  triggerRef: RefObject<HTMLElement | null>
  instance: Restarted
  onClose: () => void
}

/** The popup that explains whether a failed instance restarts automatically. Mounted only while open. */
export default function StatusPopup({ triggerRef, instance, onClose }: StatusPopupProps) {
  const titleId = useId()
  const path = useInstancePath()
  const restart = restartOf(instance, useNow())
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement="bottom start"
      offset={4}
      className="popup z-50 w-80 max-w-[calc(100vw-1rem)]"
    >
      <Dialog aria-labelledby={titleId} className="p-4 text-sm outline-none">
        <h2 id={titleId} className="text-base font-semibold">
          Auto-restart
        </h2>
        <p className="mt-1.5 text-text-muted">{sentenceOf(restart)}</p>
        <dl className="my-3 flex flex-col gap-1.5">
          <Row label="Auto Restart">
            <Badge color={instance.autoRestartEnabled ? 'default' : 'neutral'}>
              {instance.autoRestartEnabled ? 'Enabled' : 'Disabled'}
            </Badge>
          </Row>
          <Row label="Policy">
            <Link
              to="/projects/$project/instances/$instance/settings"
              params={path}
              onClick={onClose}
              className="rounded hover:underline"
            >
              <Badge color="neutral">{policyWords(instance.autoRestartPolicy)}</Badge>
            </Link>
          </Row>
          {instance.autoRestartEnabled && instance.autoRestartCooldownExpiration && (
            <Row label="Cooldown">
              {restart === 'soon' ? (
                <span className="inline-flex items-center gap-1.5">
                  <Spinner className="size-3" /> Restarting soon…
                </span>
              ) : (
                restart !== 'never' && <span className="tabular-nums">Waiting ({restart.waits})</span>
              )}
            </Row>
          )}
        </dl>
        <DocsLinks links={[{ text: 'Instances that fail', href: DOCS.instances }]} />
      </Dialog>
    </Popover>
  )
}

const sentenceOf = (restart: ReturnType<typeof restartOf>): string =>
  restart === 'never'
    ? 'The instance stays down until a user starts it.'
    : restart === 'soon'
      ? 'The instance is about to restart.'
      : 'The instance restarts when the cooldown since its last automatic restart is over.'

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-center gap-3">
    <dt className="w-28 shrink-0 text-text-muted">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)
