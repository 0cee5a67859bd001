import type { Extra } from '@granary/contract/extra.ts'
import { hasExtensions, useExtensions } from '../../api/extensions.ts'
import { instanceDelete, instanceProtect, instanceUnprotect } from '@granary/contract/generated/client.ts'
import { type InstanceAction, instanceActionReason } from '@granary/domain/instance-states.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazyPart } from '../../ui/lazy-part.ts'
import { protectionEntries, protectionReason } from '../../app/kit/forms/deletion-protection.tsx'
import { confirmPower } from '../../app/instance-power.tsx'
import { likeHref } from '../../app/like.ts'
import { pathTo } from '../../app/paths.ts'
import { snapshotNow } from '../../kinds/disk/snapshot-now.tsx'
import { operate } from '../../api/operate.ts'
import type { MenuEntry } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { LookedUp } from '../../ui/overlay/looking-up.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Instance } from './use-instance.ts'

const DeletionPlan = lazyPart(() => import('./deletion/deletion-plan.tsx'))

type Named = Pick<Instance, 'id' | 'name' | 'runState' | 'deletionProtected'>

/** Returns the actions that start, stop, reboot and delete instances, each after a confirmation. */
export function useInstanceActions() {
  const queryClient = useQueryClient()
  const extensions = useExtensions()

  const power = (action: Parameters<typeof confirmPower>[1]) => (instance: Named) =>
    confirmPower(queryClient, action, instance)

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
        <LookedUp>
          <DeletionPlan
            extensions={extensions}
            instanceId={instance.id}
            onDisks={(ids) => (deleteDisks = extensions.value([...ids]))}
          />
        </LookedUp>
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
  const form = pathTo('/projects/$project/instances-new', { project })
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
    {
      label: 'Create like this',
      href: likeHref(form, instance.name),
    },
    ...(hasExtensions()
      ? [{ label: 'Save as template', href: likeHref(form, `save:${instance.name}`) }]
      : []),
    ...protectionEntries(instance, (action) => actions.protect(instance, action)),
    {
      label: 'Delete',
      danger: true,
      onAction: () => actions.remove(instance),
      disabledReason: reasonFor('delete', instance),
    },
  ]
}
