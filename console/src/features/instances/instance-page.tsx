import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import MonitorIcon from 'lucide-react/icons/monitor'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RouteTabs } from '../../app/history/route-tabs.tsx'
import { pathTo } from '../../app/paths.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { instanceEntries, reasonFor, useInstanceActions } from './actions.tsx'
import { INSTANCE_DOCS } from './docs.ts'
import { InstanceProperties } from './instance-properties.tsx'
import { MachineNotice } from './machine-notice.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { SshButton } from './ssh-button.tsx'
import { StartProblem } from './start-problem.tsx'
import { useStartedToast } from './use-started-toast.tsx'
import { type Instance, useFollowName, useInstance, useInstancePath } from './use-instance.ts'

const ResizeDialog = lazyPart(() => import('./resize-dialog.tsx'))

/** The page of an instance: its properties, actions and tabs. */
export function InstancePage() {
  const instance = useInstance()
  useFollowName()
  useStartedToast(instance)
  const path = useInstancePath()
  const { project } = path
  const navigate = useNavigate()
  const actions = useInstanceActions()
  const [resizing, setResizing] = useState(false)
  const toList = () => void navigate({ to: '/projects/$project/instances', params: { project } })
  const entries = instanceEntries(
    instance,
    project,
    { ...actions, remove: (one) => actions.remove(one, toList) },
    () => setResizing(true),
  )
  return (
    <>
      <PageHeader
        title={instance.name}
        icon={<MonitorIcon />}
        actions={
          <>
            <RefreshButton />
            <DocsPopover {...INSTANCE_DOCS} />
            <HeaderButtons instance={instance} actions={actions}>
              <ActionsMenu
                label="Instance actions"
                id={instance.id}
                entries={entries.filter(
                  (entry) => entry !== 'separator' && !['Start', 'Stop'].includes(entry.label),
                )}
              />
            </HeaderButtons>
          </>
        }
      />
      <InstanceProperties instance={instance} />
      <MachineNotice instance={instance} onStart={() => actions.start(instance)} />
      <StartProblem instance={instance} onStart={() => actions.start(instance)} />
      <RouteTabs
        label="Instance"
        tabs={[
          { label: 'Overview', path: pathTo('/projects/$project/instances/$instance/overview', path) },
          { label: 'Storage', path: pathTo('/projects/$project/instances/$instance/storage', path) },
          { label: 'Networking', path: pathTo('/projects/$project/instances/$instance/networking', path) },
          { label: 'Metrics', path: pathTo('/projects/$project/instances/$instance/metrics', path) },
          { label: 'Connect', path: pathTo('/projects/$project/instances/$instance/connect', path) },
          { label: 'Settings', path: pathTo('/projects/$project/instances/$instance/settings', path) },
        ]}
        resource={{
          id: instance.id,
          history: pathTo('/projects/$project/instances/$instance/history', path),
        }}
      >
        <Outlet />
      </RouteTabs>
      {resizing && (
        <Suspense fallback={null}>
          <ResizeDialog instance={instance} onClose={() => setResizing(false)} />
        </Suspense>
      )}
    </>
  )
}

const POWER = [
  { action: 'start', label: 'Start' },
  { action: 'stop', label: 'Stop' },
] as const

type HeaderButtonsProps = {
  instance: Instance
  actions: ReturnType<typeof useInstanceActions>
  children: ReactNode
}

/** The ways into the machine, and its power switch. On a narrow screen the menu stays beside the switch. */
function HeaderButtons({ instance, actions, children }: HeaderButtonsProps) {
  const path = useInstancePath()
  return (
    <>
      <Link
        to="/projects/$project/instances/$instance/serial-console"
        params={path}
        className={buttonStyle('secondary', 'sm')}
      >
        <SquareTerminal className="size-3.5" aria-hidden />
        Console
      </Link>
      <SshButton instance={instance} />
      <span className="flex items-center gap-1.5">
        {POWER.map(({ action, label }) => (
          <Button
            key={action}
            variant="secondary"
            size="sm"
            changes
            onPress={() => actions[action](instance)}
            disabledReason={reasonFor(action, instance)}
          >
            {label}
          </Button>
        ))}
        {children}
      </span>
    </>
  )
}
