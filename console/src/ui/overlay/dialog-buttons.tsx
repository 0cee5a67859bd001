import type { ComponentProps } from 'react'
import { Button } from '../button.tsx'

type DialogButtonsProps = Omit<ComponentProps<typeof Button>, 'size'> & {
  onCancel: () => void
  cancelLabel?: string
  /** It cannot be called off any more. */
  cancelDisabled?: boolean
}

/** The foot of a dialog that asks for one thing: 'Cancel', and the button that does it, to which all other properties go. */
export const DialogButtons = ({
  onCancel,
  cancelLabel = 'Cancel',
  cancelDisabled,
  ...action
}: DialogButtonsProps) => (
  <>
    <Button variant="secondary" size="sm" onPress={onCancel} isDisabled={cancelDisabled}>
      {cancelLabel}
    </Button>
    <Button {...action} size="sm" />
  </>
)
