import type { ComponentProps } from 'react'
import { Button } from '../button.tsx'
import { useIsLookingUp } from './looking-up.tsx'

type DialogButtonsProps = Omit<ComponentProps<typeof Button>, 'size'> & {
  onCancel: () => void
  cancelLabel?: string
  /** Whether it can no longer be cancelled. */
  cancelDisabled?: boolean
}

/**
 * The footer of a dialog with one action: 'Cancel', and the button that runs it, which gets all other props. It waits
 * for parts of the dialog that are `LookingUp`.
 */
export function DialogButtons({
  onCancel,
  cancelLabel = 'Cancel',
  cancelDisabled,
  ...action
}: DialogButtonsProps) {
  const isLookingUp = useIsLookingUp()
  return (
    <>
      <Button variant="secondary" size="sm" onPress={onCancel} isDisabled={cancelDisabled}>
        {cancelLabel}
      </Button>
      <Button {...action} size="sm" loading={action.loading || isLookingUp} />
    </>
  )
}
