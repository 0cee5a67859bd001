import type { ItemOf } from '@granary/contract/call.ts'
import { instanceActionReason } from '@granary/domain/instance-states.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Group, GroupKind } from './kinds.ts'
import { refreshGroups } from './use-group.ts'

type AddMemberDialogProps = {
  kind: GroupKind
  group: Group
  /** Who is not in the group yet. */
  instances: readonly Pick<ItemOf<'instanceList'>, 'id' | 'name' | 'runState'>[]
  onClose: () => void
}

/** Chooses an instance that becomes a member; it has to be stopped, as its place is chosen when it starts. */
export default function AddMemberDialog({ kind, group, instances, onClose }: AddMemberDialogProps) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const instance = instances.find(({ id }) => id === chosen)
  const stateReason = instance && instanceActionReason('affinity', instance.runState)

  const add = async () => {
    if (!instance) return
    setPending(true)
    try {
      await kind.addMember(group.id, instance.id)
      addToast({
        content: (
          <>
            Instance <Highlight>{instance.name}</Highlight> added to {kind.noun}{' '}
            <Highlight>{group.name}</Highlight>
          </>
        ),
      })
      await refreshGroups(queryClient)
      onClose()
    } catch (error) {
      addToast({ variant: 'error', title: 'Failed to add instance to group', content: messageOf(error) })
      setPending(false)
    }
  }
  return (
    <Dialog
      title="Add instance to group"
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" size="sm" onPress={onClose}>
            Cancel
          </Button>
          <Button
            size="sm"
            loading={pending}
            onPress={() => void add()}
            disabledReason={instance ? stateReason : 'Select an instance'}
          >
            Add to group
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Combobox
          label="Instance"
          placeholder="Select an instance"
          items={instances.map(({ id, name, runState }) => ({
            value: id,
            label: name,
            description: runState,
          }))}
          value={chosen}
          onChange={setChosen}
          required
        />
        {stateReason && <MessageBox variant="notice">{stateReason}.</MessageBox>}
      </div>
    </Dialog>
  )
}
