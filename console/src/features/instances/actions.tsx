import type { Extra } from '@granary/contract/call.ts'
import { hasExtensions, useExtensions } from '../../api/extensions.ts'
import {
  instanceDelete,
  instanceProtect,
  instanceReboot,
  instanceStart,
  instanceStop,
  instanceUnprotect,
} from '@granary/contract/generated/client.ts'
import { type InstanceAction, instanceActionReason } from '@granary/domain/instance-states.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { protectionEntries, protectionReason } from '../../app/kit/deletion-protection.tsx'
import { pathTo } from '../../app/paths.ts'
import { snapshotNow } from '../../kinds/disk/snapshot-now.tsx'
import { operate } from '../../api/operate.ts'
import type { MenuEntry } from '../../ui/menu/entries.ts'
import { confirm, confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Instance } from './use-instance.ts'

const DeletionPlan = lazyPart(() => import('./deletion/deletion-plan.tsx'))

type Named = Pick<Instance, 'id' | 'name' | 'runState' | 'deletionProtected'>

const POWER = {
  start: {
    call: instanceStart,
    title: 'Start instance',
    variant: 'primary' as const,
    doing: 'Starting',
    errorTitle: (name: string) => `Error starting instance '${name}'`,
    note: null,
  },
  stop: {
    call: instanceStop,
    title: 'Stop instance',
    variant: 'danger' as const,
    doing: 'Stopping',
    errorTitle: (name: string) => `Error stopping ${name}`,
    note: 'Its disks and IP addresses are kept. Its CPU and memory become available to other instances.',
  },
  reboot: {
    call: instanceReboot,
    title: 'Reboot instance',
    variant: 'danger' as const,
    doing: 'Rebooting',
    errorTitle: (name: string) => `Error rebooting ${name}`,
    note: null,
  },
}

/** Returns the actions that start, stop, reboot and delete instances, each after a confirmation. */
export function useInstanceActions() {
  const queryClient = useQueryClient()
  const extensions = useExtensions()

  const power = (action: keyof typeof POWER) => (instance: Named) => {
    const { call, title, variant, doing, errorTitle, note } = POWER[action]
    void confirm({
      title,
      variant,
      errorTitle: errorTitle(instance.name),
      body: (
        <>
          <p>
            Are you sure you want to {action} <Highlight>{instance.name}</Highlight>?
          </p>
          {note && <p className="mt-2 text-text-muted">{note}</p>}
        </>
      ),
      action: async () => {
        await operate(queryClient, call, { path: { instance: instance.id } }, { waits: true })
        addToast({
          content: (
            <>
              {doing} instance <Highlight>{instance.name}</Highlight>
            </>
          ),
        })
      },
    })
  }

  /** @param onDeleted navigates away from the deleted instance's own page. */
  const remove = (instance: Named, onDeleted?: () => void) => {
    let deleteDisks: Extra<string[]> | undefined
    void confirmDelete(
      'instance',
      instance.name,
      async () => {
        const input = { path: { instance: instance.id }, query: { deleteDisks } }
        await operate(queryClient, instanceDelete, input, { waits: !onDeleted })
        addToast({
          content: (
            <>
              Deleting instance <Highlight>{instance.name}</Highlight>
            </>
          ),
        })
        onDeleted?.()
      },
      extensions ? (
        <Suspense fallback={null}>
          <DeletionPlan
            extensions={extensions}
            instanceId={instance.id}
            onDisks={(ids) => (deleteDisks = extensions.value([...ids]))}
          />
        </Suspense>
      ) : (
        'Its disks and floating IPs are kept.'
      ),
    )
  }

  const protect = ({ id }: Named, action: 'protect' | 'unprotect') =>
    operate(
      queryClient,
      extensions!.call(action === 'protect' ? instanceProtect : instanceUnprotect),
      { path: { instance: id } },
      { waits: true },
    )
  const snapshot = (project: string, disk: string, name: string) =>
    void snapshotNow(queryClient, project, disk, name)

  return { start: power('start'), stop: power('stop'), reboot: power('reboot'), remove, protect, snapshot }
}

/** Returns why an action is disabled, or null. */
export const reasonFor = (
  action: InstanceAction,
  instance: Pick<Named, 'runState' | 'deletionProtected'>,
): string | null =>
  (action === 'delete' && protectionReason(instance)) ||
  instanceActionReason(action, instance.runState, hasExtensions())

/** Returns the row menu of an instance, after 'Copy ID'. */
export function instanceEntries(
  instance: Named & Pick<Instance, 'bootDiskId'>,
  project: string,
  actions: ReturnType<typeof useInstanceActions>,
  onResize: () => void,
): MenuEntry[] {
  return [
    { label: 'Start', onAction: () => actions.start(instance), disabledReason: reasonFor('start', instance) },
    { label: 'Stop', onAction: () => actions.stop(instance), disabledReason: reasonFor('stop', instance) },
    {
      label: 'Reboot',
      onAction: () => actions.reboot(instance),
      disabledReason: reasonFor('reboot', instance),
    },
    { label: 'Resize', onAction: onResize, disabledReason: reasonFor('resize', instance) },
    {
      label: 'Snapshot boot disk',
      onAction: () => actions.snapshot(project, instance.bootDiskId!, instance.name),
      disabledReason: instance.bootDiskId === null && 'The instance has no boot disk',
    },
    {
      label: 'View serial console',
      href: pathTo('/projects/$project/instances/$instance/serial-console', {
        project,
        instance: instance.name,
      }),
    },
    ...protectionEntries(instance, (action) => actions.protect(instance, action)),
    {
      label: 'Delete',
      danger: true,
      onAction: () => actions.remove(instance),
      disabledReason: reasonFor('delete', instance),
    },
  ]
}
