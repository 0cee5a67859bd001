import { MAX_GROUP_MEMBERS } from '@granary/domain/affinity.ts'
import { useState } from 'react'
import { ShowAs } from '../../app/show-as/show-as.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import type { Group, GroupKind } from './kinds.ts'
import { useAddMember } from './use-add-member.tsx'

type JoinGroupDialogProps = {
  kind: GroupKind
  instance: { id: string; name: string }
  /** Groups that the instance is not in yet. */
  groups: readonly Group[]
  onClose: () => void
}

/** Chooses a group to add an instance to. */
export default function JoinGroupDialog({ kind, instance, groups, onClose }: JoinGroupDialogProps) {
  const { add, send, pending } = useAddMember(kind, onClose)
  const [chosen, setChosen] = useState<string | null>(null)
  const group = groups.find(({ id }) => id === chosen)
  const reason = !group
    ? chosen
      ? 'This group no longer exists, or already contains the instance'
      : 'Select a group'
    : (group.memberCount ?? 0) >= MAX_GROUP_MEMBERS && `A group has at most ${MAX_GROUP_MEMBERS} members`
  return (
    <Dialog
      title={`Add to ${kind.noun}`}
      onClose={onClose}
      footerStart={group && instance && <ShowAs of={() => send(group, instance)} />}
      footer={
        <DialogButtons
          changes
          onCancel={onClose}
          loading={pending}
          onPress={() => group && void add(group, instance)}
          disabledReason={reason}
        >
          Add to group
        </DialogButtons>
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
