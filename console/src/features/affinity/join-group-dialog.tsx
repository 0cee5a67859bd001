import { MAX_GROUP_MEMBERS } from '@granary/domain/affinity.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Group, GroupKind } from './kinds.ts'
import { refreshGroups } from './use-group.ts'

type JoinGroupDialogProps = {
  kind: GroupKind
  instance: { id: string; name: string }
  /** Those that it is not in yet. */
  groups: readonly Group[]
  onClose: () => void
}

/** Chooses a group that an instance joins. */
export default function JoinGroupDialog({ kind, instance, groups, onClose }: JoinGroupDialogProps) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const group = groups.find(({ id }) => id === chosen)
  const reason = !group
    ? 'Select a group'
    : group.memberCount >= MAX_GROUP_MEMBERS && `A group has at most ${MAX_GROUP_MEMBERS} members`

  const join = async () => {
    if (!group) return
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
      title={`Add to ${kind.noun}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" size="sm" onPress={onClose}>
            Cancel
          </Button>
          <Button size="sm" loading={pending} onPress={() => void join()} disabledReason={reason}>
            Add to group
          </Button>
        </>
      }
    >
      <Combobox
        label={kind.title}
        placeholder="Select a group"
        items={groups.map(({ id, name, policy }) => ({
          value: id,
          label: name,
          description: `policy ${policy}`,
        }))}
        value={chosen}
        onChange={setChosen}
        required
      />
    </Dialog>
  )
}
