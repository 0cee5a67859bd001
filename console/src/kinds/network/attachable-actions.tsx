import type { ReactNode } from 'react'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirm, confirmDelete } from '../../ui/overlay/confirm.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useInstanceName } from './instance-cell.tsx'
import { toastChanged } from './toast.tsx'

type AttachableActionsProps = {
  noun: 'floating IP' | 'external subnet'
  title: 'Floating IP' | 'External subnet'
  of: { id: string; name: string; instanceId: string | null }
  editPath: string
  /** What changes for the instance when it is detached. */
  consequence?: ReactNode
  onAttach: () => void
  onDetach: () => Promise<unknown>
  onDelete: () => Promise<unknown>
}

/** The menu of something that can be attached to one instance at a time. */
export function AttachableActions(props: AttachableActionsProps) {
  const { noun, title, of, editPath, consequence, onAttach, onDetach, onDelete } = props
  const { id, name, instanceId } = of
  const { name: instance } = useInstanceName(instanceId)
  const detach = () =>
    confirm({
      title: `Detach ${noun}`,
      variant: 'danger',
      errorTitle: `Error detaching ${noun}`,
      body: (
        <p>
          Are you sure you want to detach {noun} <Highlight>{name}</Highlight>
          {instance && (
            <>
              {' '}
              from instance <Highlight>{instance}</Highlight>
            </>
          )}
          ? {consequence}
        </p>
      ),
      action: async () => {
        await onDetach()
        toastChanged(title, name, 'detached')
      },
    })
  const remove = async () => {
    await onDelete()
    toastChanged(title, name, 'deleted')
  }
  const article = noun === 'external subnet' ? 'An' : 'A'
  return (
    <ActionsMenu
      id={id}
      entries={[
        { label: 'Edit', href: editPath },
        instanceId === null
          ? { label: 'Attach', onAction: onAttach }
          : { label: 'Detach', onAction: () => void detach() },
        {
          label: 'Delete',
          danger: true,
          disabledReason:
            instanceId !== null && `${article} ${noun} must be detached from its instance first`,
          onAction: () => void confirmDelete(noun, name, remove),
        },
      ]}
    />
  )
}
