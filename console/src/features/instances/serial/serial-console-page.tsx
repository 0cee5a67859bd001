import { instanceActionAllowed, isTransitional } from '@granary/domain/instance-states.ts'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ComponentProps, Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { BottomBar } from '../../../ui/page/bottom-bar.tsx'
import { StateBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { InstanceStateBadge } from '../../../ui/state-badge.tsx'
import { useFollowName, useInstance, useInstancePath } from '../use-instance.ts'
import { CommandDialog } from './command-dialog.tsx'
import type { ConnectionStatus } from './connection.ts'
import { LEAVE_HINT } from './tab-key-filter.ts'

const Terminal = lazyPart(() => import('./terminal.tsx'))

const COLORS: Record<ConnectionStatus, ComponentProps<typeof StateBadge>['color']> = {
  connecting: 'info',
  connected: 'positive',
  disconnected: 'notice',
  error: 'danger',
}

/** The serial console of an instance, as tall as the page. */
export function SerialConsolePage() {
  const instance = useInstance()
  useFollowName()
  const { project, instance: name } = useInstancePath()
  const [status, setStatus] = useState<ConnectionStatus>('disconnected')
  const [showCommand, setShowCommand] = useState(false)
  const readOnly = useReadOnly()
  const canConnect = readOnly === null && instanceActionAllowed('serial_console', instance.runState)
  return (
    <div className="-mx-4 -mt-6 -mb-4 flex min-h-0 grow flex-col md:-mx-8">
      <h1 className="sr-only">Serial console of {name}</h1>
      <div className="flex items-center justify-between gap-4 px-4 py-2 md:px-8">
        <Link
          to="/projects/$project/instances/$instance/storage"
          params={{ project, instance: name }}
          className="inline-flex items-center gap-1.5 rounded text-sm text-text-muted hover:text-text"
        >
          <ArrowLeft className="size-4" aria-hidden />
          Back to instance
        </Link>
        {canConnect && status === 'connected' && (
          <span className="hidden text-xs text-text-muted lg:inline">{LEAVE_HINT}</span>
        )}
      </div>
      <div className="relative mx-2 mb-2 min-h-96 grow overflow-hidden rounded-md border border-border md:mx-6 md:mb-4">
        {canConnect ? (
          <Suspense fallback={<Waiting />}>
            <Terminal project={project} instance={name} onStatus={setStatus} />
            {status === 'connecting' && <Waiting />}
          </Suspense>
        ) : (
          <NotConnectable state={instance.runState} readOnly={readOnly} />
        )}
      </div>
      <BottomBar>
        <div className="flex items-center justify-between">
          <Button variant="ghost" size="sm" onPress={() => setShowCommand(true)}>
            CLI Command
          </Button>
          <span role="status">
            <StateBadge
              color={COLORS[canConnect ? status : 'disconnected']}
              transitional={canConnect && status === 'connecting'}
            >
              {canConnect ? status : 'disconnected'}
            </StateBadge>
          </span>
        </div>
      </BottomBar>
      {showCommand && <CommandDialog onClose={() => setShowCommand(false)} />}
    </div>
  )
}

/** Shown over the terminal, which keeps its output when the connection is lost. */
const Waiting = () => (
  <div className="pointer-events-none absolute inset-0 flex items-center justify-center p-4">
    <p className="flex items-center gap-2 rounded-lg border border-border bg-surface-raised p-6 text-sm text-text-muted shadow-raised">
      <Spinner /> Connecting to serial console
    </p>
  </div>
)

type NotConnectableProps = {
  state: Parameters<typeof InstanceStateBadge>[0]['state']
  /** Why the caller may not connect in any state, or null. */
  readOnly: string | null
}

function NotConnectable({ state, readOnly }: NotConnectableProps) {
  return (
    <div className="absolute inset-0 flex items-center justify-center p-4">
      <div className="max-w-md rounded-lg border border-border bg-surface-raised p-6 text-center text-sm shadow-raised">
        <p className="flex items-center justify-center gap-2 text-base">
          The instance is <InstanceStateBadge state={state} />
        </p>
        <p className="mt-2 text-text-muted">
          {readOnly
            ? `${readOnly}.`
            : isTransitional(state) && state !== 'stopping'
              ? 'The console connects as soon as the instance has started.'
              : 'You can only connect to a running instance.'}
        </p>
      </div>
    </div>
  )
}
