import type { ItemOf } from '@granary/contract/call.ts'
import { instanceActionReason } from '@granary/domain/instance-states.ts'
import { useState } from 'react'
import { ShowAs } from '../../app/show-as/show-as.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import type { Group, GroupKind } from '../../kinds/affinity-group/kinds.ts'
import { useAddMember } from '../../kinds/affinity-group/use-add-member.tsx'

type AddMemberDialogProps = {
  kind: GroupKind
  group: Group
  /** Instances that are not in the group yet. */
  instances: readonly Pick<ItemOf<'instanceList'>, 'id' | 'name' | 'runState'>[]
  onClose: () => void
}

/** Adds an instance to a group. The instance must be stopped, because its sled is chosen when it starts. */
export default function AddMemberDialog({ kind, group, instances, onClose }: AddMemberDialogProps) {
  const { add, send, pending } = useAddMember(kind, onClose)
  const [chosen, setChosen] = useState<string | null>(null)
  const instance = instances.find(({ id }) => id === chosen)
  const missing = chosen ? 'This instance no longer exists, or is already a member' : 'Select an instance'
  const stateReason = instance && instanceActionReason('affinity', instance.runState)
  return (
    <Dialog
      title="Add instance to group"
      onClose={onClose}
      footerStart={group && instance && <ShowAs of={() => send(group, instance)} />}
      footer={
        <DialogButtons
          changes
          onCancel={onClose}
          loading={pending}
          onPress={() => instance && void add(group, instance)}
          disabledReason={instance ? stateReason : missing}
        >
          Add to group
        </DialogButtons>
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
