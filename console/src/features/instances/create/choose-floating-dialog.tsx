import type { ItemOf } from '@granary/contract/call.ts'
import { useState } from 'react'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { Highlight } from '../../../ui/toast/toasts.tsx'

type FloatingIp = ItemOf<'floatingIpList'>
type ChooseFloatingDialogProps = {
  floatingIps: readonly FloatingIp[]
  onClose: () => void
  onChosen: (floatingIp: FloatingIp) => void
}

/** Chooses one of the available floating addresses. */
export default function ChooseFloatingDialog({ floatingIps, onClose, onChosen }: ChooseFloatingDialogProps) {
  const [id, setId] = useState<string | null>(null)
  const chosen = floatingIps.find((one) => one.id === id)
  return (
    <Dialog
      title="Attach floating IP"
      onClose={onClose}
      footer={
        <DialogButtons
          onCancel={onClose}
          disabledReason={chosen ? null : 'Select a floating IP'}
          onPress={() => chosen && onChosen(chosen)}
        >
          Attach
        </DialogButtons>
      }
    >
      <MessageBox className="mb-4">
        The instance will be reachable at {chosen ? <Highlight>{chosen.ip}</Highlight> : 'the selected IP'}.
      </MessageBox>
      <Listbox
        label="Floating IP"
        placeholder="Select a floating IP"
        required
        value={id}
        onChange={setId}
        items={floatingIps.map(({ id: value, name, ip, description }) => ({
          value,
          label: value === id ? `${name} (${ip})` : name,
          description: [ip, description].filter(Boolean).join(' / '),
        }))}
      />
    </Dialog>
  )
}
