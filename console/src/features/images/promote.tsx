import { imagePromote } from '@granary/contract/generated/client.ts'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { pathTo } from '../../app/paths.ts'
import { useOperation } from '../../api/operate.ts'
import { ShowAs } from '../../app/show-as/show-as.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { saidOf } from '../../ui/toast/said.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Image } from './columns.tsx'

/** Explains what a promotion does, before the user confirms it. */
export const PromoteNote = () => (
  <MessageBox variant="info">
    Once promoted, every project of your silo can use the image, and only users who manage the silo&apos;s
    images can change it.
  </MessageBox>
)

/** Asks for confirmation and promotes an image of a project to the silo. */
export default function PromoteDialog({ image, onClose }: { image: Image; onClose: () => void }) {
  const promoteImage = useOperation(imagePromote)
  const [pending, setPending] = useState(false)
  const send = () => promoteImage({ path: { image: image.id } })
  const promote = async () => {
    setPending(true)
    try {
      await send()
      saidOf('Image', image.name, 'promoted', { link: { text: 'View silo images', href: pathTo('/images') } })
    } catch (error) {
      addToast({ variant: 'error', title: 'Error', content: messageOf(error) })
    }
    onClose()
  }
  return (
    <Dialog
      title="Promote image"
      onClose={() => !pending && onClose()}
      footerStart={<ShowAs of={send} />}
      footer={
        <DialogButtons
          onCancel={onClose}
          cancelDisabled={pending}
          loading={pending}
          onPress={() => void promote()}
        >
          Promote
        </DialogButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          Are you sure you want to promote <Highlight>{image.name}</Highlight>?
        </p>
        <PromoteNote />
      </div>
    </Dialog>
  )
}
